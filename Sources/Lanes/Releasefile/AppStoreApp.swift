/// An app on App Store Connect, as the Releasefile declares it under `app_store`.
package struct AppStoreApp: Hashable, Sendable, Codable {
  /// The bundle id, or the numeric id of the app's record.
  package var name = ""
  /// Required: without it, tools have changed the draft of another platform of the same record.
  package var platform: ApplePlatform

  package init(_ name: String, platform: ApplePlatform) {
    (self.name, self.platform) = (name, platform)
  }

  /// Whether `name` is the numeric id of the record.
  package var hasRecordID: Bool { name.allSatisfy(\.isNumber) }

  /// Such as `com.example.CoolApp (iOS)`.
  package var title: String { "\(name) (\(platform.name))" }
}

extension String {
  /// Whether it can be the bundle id of an app, or the numeric id of its record.
  package var isStoreAppName: Bool {
    !isEmpty && utf8.allSatisfy { $0.isLetter || $0.isDigit || ".-".utf8.contains($0) }
  }
}
