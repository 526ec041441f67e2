/// The requirements of Apple's tools and stores for versions.
///
/// Sources: developer.apple.com, information property list keys `CFBundleShortVersionString` and `CFBundleVersion`; the
/// App Store's upload checks by their ITMS numbers. All formats use one mapping: a manifest for Apple gets
/// `marketingVersion(of:)`, every other the version itself.
package enum AppleVersionRule {
  /// Returns the version that users of the app see: the numbers, without pre-release and metadata.
  ///
  /// - Throws: `AppleVersionError` for a version that an upload would refuse.
  package static func marketingVersion(of version: Version) throws(AppleVersionError) -> String {
    let text = version.core.description
    guard version.components.count <= 3 else { throw .tooManyComponents(text) }
    try check(text, components: version.components, key: "CFBundleShortVersionString")
    return text
  }

  /// Returns the build number for a manifest that Apple reads.
  package static func buildVersion(of build: BuildNumber) throws(AppleVersionError) -> String {
    let numbers = build.text.split(separator: ".").compactMap { UInt64($0) }
    try check(build.text, components: numbers, key: "CFBundleVersion")
    return build.text
  }

  private static func check(_ text: String, components: [UInt64], key: String) throws(AppleVersionError) {
    guard text.utf8.count <= 18 else { throw .tooLong(text, key: key) }
    for component in components where component > UInt64(UInt32.max) {
      throw .componentTooLarge(text, component: component, key: key)
    }
  }
}

/// A version that Apple's stores refuse, with the rule.
package enum AppleVersionError: Error, Equatable, Sendable {
  case tooManyComponents(String)
  case tooLong(String, key: String)
  case componentTooLarge(String, component: UInt64, key: String)
}

extension AppleVersionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManyComponents(let text):
      "`\(text)` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)"
    case .tooLong(let text, let key):
      "`\(text)` cannot be a `\(key)`: expected at most 18 characters (ITMS-90059)"
    case .componentTooLarge(let text, let component, let key):
      "`\(text)` cannot be a `\(key)`: \(component) is silently dropped by the store, expected at most \(UInt32.max)"
    }
  }
}
