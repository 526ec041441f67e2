import Lanes

/// Checks the key of App Store Connect, without a network.
struct AppStoreCheck: DoctorCheck {
  static let topic = "app store"
  let session: Session

  func findings() throws -> [Finding] {
    guard let app = ((try? session.releasefile()) ?? nil)?.appStore else { return [] }
    guard let id = try session.workspace.checkedAppStoreKey() else {
      return [
        warn(
          "no key for \(app.title) is set",
          hint: "set `ASC_KEY_ID`, `ASC_ISSUER_ID`, and `ASC_KEY` or `ASC_KEY_FILE` where the lane runs")
      ]
    }
    return [ok("the key `\(id)` for \(app.title) can be used")]
  }
}
