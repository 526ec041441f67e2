import Lanes
import MartletCore

extension Draft {
  /// The app of App Store Connect that a step names, or else the one of the Releasefile. Without `app_store`, its platform is iOS.
  func storeApp(_ name: Template?) throws -> AppStoreApp {
    guard let name else {
      guard let app = releasefile.appStore else { throw Failure.noAppStore }
      return app
    }
    let text = try text(of: name)
    guard text.isStoreAppName else { throw Failure.badStoreApp(text) }
    return AppStoreApp(text, platform: releasefile.appStore?.platform ?? .iOS)
  }
}

extension Failure {
  /// A step needs the app of App Store Connect.
  static let noAppStore = Failure(
    "the Releasefile declares no app of App Store Connect",
    hint: "add `app_store: {app: com.example.CoolApp, platform: ios}` with your bundle id", exit: .badReleasefile)

  fileprivate static func badStoreApp(_ text: String) -> Failure {
    Failure("`app` is `\(text)`, expected a bundle id such as `com.example.CoolApp`", exit: .badReleasefile)
  }
}
