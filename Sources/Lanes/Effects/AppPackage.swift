import MartletCore

/// What an `.ipa` or `.pkg` says about itself, as far as it can be read without Apple's tools.
package struct AppPackage: Hashable, Sendable, Codable {
  /// The information of one bundle.
  package struct Bundle: Hashable, Sendable, Codable {
    /// From the root of the archive, such as `Payload/CoolApp.app`.
    package let path: String
    /// `CFBundleIdentifier`.
    package var id: String?
    /// `CFBundleShortVersionString`.
    package var version: String?
    /// `CFBundleVersion`.
    package var number: String?
    /// `CFBundleSupportedPlatforms`, or `DTPlatformName`; empty if the bundle has neither.
    package var platforms: [String] = []
    /// `DTSDKName`, such as `iphoneos26.0`.
    package var sdk: String?
    /// `ITSAppUsesNonExemptEncryption`; nil if the question is not answered in the file.
    package var usesEncryption: Bool?
    package var hasIcon = true

    package init(path: String) { self.path = path }

    /// The name of its file without the extension.
    var name: String { String((path.split(separator: "/").last ?? "").prefix { $0 != "." }) }
  }

  /// The facts of `embedded.mobileprovision`.
  package struct Profile: Hashable, Sendable, Codable {
    package var name: String?
    /// `ProvisionedDevices` or `ProvisionsAllDevices`: for testing or in-house use, not for the App Store.
    package var hasDevices = false
    package var allowsDebugging = false
    /// `application-identifier`, with the team in front.
    package var appID: String?
    /// In seconds since 1970.
    package var expiry: Int?

    package init() {}
  }

  package var app: Bundle
  /// Extensions and the watch app.
  package var parts: [Bundle] = []
  /// Nil if the file has none, as on macOS.
  package var profile: Profile?

  package init(app: Bundle) { self.app = app }
}

extension AppPackage {
  /// Returns what Apple would refuse, each with place and value; empty if nothing is found.
  ///
  /// - Parameters:
  ///   - file: The name of the file for messages.
  ///   - bundleID: The one of the app's record.
  ///   - apart: The names of parts that have their own version on purpose.
  ///   - now: In seconds since 1970.
  package func problems(
    in file: String, bundleID: String, version: String, number: String, apart: Set<String> = [],
    platform: ApplePlatform, now: Int
  ) -> [String] {
    var problems: [String] = []
    func compare(_ key: String, of bundle: Bundle, _ found: String?, _ expected: String) {
      guard found != expected else { return }
      problems.append("\(key) of `\(bundle.path)` in `\(file)` is \(found.quoted), expected `\(expected)`")
    }
    compare("CFBundleIdentifier", of: app, app.id, bundleID)
    compare("CFBundleShortVersionString", of: app, app.version, version)
    compare("CFBundleVersion", of: app, app.number, number)
    for part in parts {
      if part.id?.hasPrefix("\(bundleID).") != true {
        problems.append(
          "CFBundleIdentifier of `\(part.path)` in `\(file)` is \(part.id.quoted), expected one that begins with `\(bundleID).`"
        )
      }
      guard !apart.contains(part.name) else { continue }
      compare("CFBundleShortVersionString", of: part, part.version, version)
      compare("CFBundleVersion", of: part, part.number, number)
    }
    if !app.platforms.isEmpty, !app.platforms.contains(where: { platform.builds($0) }) {
      problems.append(
        "`\(app.path)` in `\(file)` is built for \(app.platforms.quotedList), expected \(platform.name)")
    }
    if !app.hasIcon {
      problems.append("`\(app.path)` in `\(file)` has no icon: neither `CFBundleIcons` nor `Assets.car`")
    }
    return problems + (profile?.problems(in: file, bundleID: bundleID, now: now) ?? [])
  }

  /// Returns what Apple may refuse or require later.
  package func warnings(in file: String, greatestSDK: Int = 26) -> [String] {
    var warnings: [String] = []
    if app.usesEncryption == nil {
      warnings.append(
        "`\(app.path)` in `\(file)` has no `ITSAppUsesNonExemptEncryption`, so the build may wait in TestFlight for an answer about encryption"
      )
    }
    // Source: error 90725, "SDK version issue", since April 2026 with the SDK 26.
    if let sdk = app.sdk, let version = Int(sdk.drop { !$0.isNumber }.prefix { $0.isNumber }), version < greatestSDK,
      !sdk.hasPrefix("macosx")
    {
      warnings.append(
        "`\(app.path)` in `\(file)` is built with the SDK `\(sdk)`; Apple requires \(greatestSDK) or later")
    }
    return warnings
  }
}

extension AppPackage.Profile {
  fileprivate func problems(in file: String, bundleID: String, now: Int) -> [String] {
    let title = "the profile `\(name ?? "embedded.mobileprovision")` in `\(file)`"
    var problems: [String] = []
    if hasDevices {
      problems.append("\(title) is for registered devices or in-house use, expected one for the App Store")
    }
    if allowsDebugging { problems.append("\(title) has `get-task-allow`, which only a build for debugging has") }
    if let expiry, expiry <= now { problems.append("\(title) expired on \(Instant(seconds: expiry).day)") }
    if let appID, case let id = appID.drop(while: { $0 != "." }).dropFirst(), id != bundleID, id != "*",
      !(id.hasSuffix(".*") && bundleID.hasPrefix(id.dropLast()))
    {
      problems.append("\(title) is for `\(id)`, expected `\(bundleID)`")
    }
    return problems
  }
}

extension ApplePlatform {
  fileprivate func builds(_ name: String) -> Bool { bundleNames.contains { $0.lowercased() == name.lowercased() } }
}

extension String? {
  fileprivate var quoted: String { map { "`\($0)`" } ?? "missing" }
}
