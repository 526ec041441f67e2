/// A platform of App Store Connect. One record of an app can have several, each with its own versions and drafts.
package enum ApplePlatform: String, Hashable, Sendable, Codable, CaseIterable {
  case iOS = "ios"
  case macOS = "macos"
  case tvOS = "tvos"
  case visionOS = "visionos"

  package var name: String {
    switch self {
    case .iOS: "iOS"
    case .macOS: "macOS"
    case .tvOS: "tvOS"
    case .visionOS: "visionOS"
    }
  }

  /// The name in Apple's API (`Platform` in its OpenAPI file 4.4.1).
  package var apiName: String {
    switch self {
    case .iOS: "IOS"
    case .macOS: "MAC_OS"
    case .tvOS: "TV_OS"
    case .visionOS: "VISION_OS"
    }
  }

  /// The names in `CFBundleSupportedPlatforms` and, in lower case, `DTPlatformName`.
  var bundleNames: [String] {
    switch self {
    case .iOS: ["iPhoneOS"]
    case .macOS: ["MacOSX"]
    case .tvOS: ["AppleTVOS"]
    case .visionOS: ["XROS"]
    }
  }

  /// The suffix of an app for upload.
  package var packageSuffix: String { self == .macOS ? ".pkg" : ".ipa" }
}
