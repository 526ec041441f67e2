import MartletCore

/// `app_store` while it is decoded.
struct AppStoreDraft {
  var name: String?
  var platform: ApplePlatform?
}

extension AppStoreDraft {
  static let keys: [GrammarKey<AppStoreDraft>] = [
    GrammarKey("app", .text("Its bundle id, such as `com.example.CoolApp`, or the numeric id of its record.")) {
      guard let text = $0.text($1.value) else { return }
      if !text.isStoreAppName {
        $0.steps.report(.wrongValue(expected: "a bundle id such as `com.example.CoolApp`"), at: $1.value)
      }
      $2.name = text
    },
    GrammarKey("platform", .choice(ApplePlatform.allCases.map(\.rawValue), "Its platform.")) {
      $2.platform = $1.value.text.flatMap(ApplePlatform.init)
      if $2.platform == nil {
        $0.steps.report(.wrongValue(expected: "`ios`, `macos`, `tvos` or `visionos`"), at: $1.value)
      }
    },
  ]
}

extension ReleasefileDecoder {
  mutating func appStore(_ entry: Node.Entry) -> AppStoreApp? {
    var draft = AppStoreDraft()
    let earlierCount = steps.reportCount
    decode(
      entry.value, by: AppStoreDraft.keys, into: &draft, of: "`app_store`",
      expected: "a mapping with `app` and `platform`")
    guard let name = draft.name, let platform = draft.platform else {
      if steps.reportCount == earlierCount {
        steps.report(.wrongKind(expected: "a mapping with `app` and `platform`"), at: entry.value)
      }
      return nil
    }
    return AppStoreApp(name, platform: platform)
  }
}
