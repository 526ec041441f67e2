/// The names of a product, and the rule for which declarations contain its version.
///
/// The rule is an allow list: `cacheVersion`, `minimumVersion`, `swiftVersion`, `schemaVersion` and other versioned
/// things are not on it.
package struct ProductNames: Sendable {
  private let names: Set<String>

  /// - Parameter names: Of the project, its package, modules and pods; letter case and punctuation do not matter.
  package init(_ names: [String]) {
    self.names = Set(names.map(Self.folded).filter { !$0.isEmpty })
  }

  /// Whether a declaration contains the version of the product.
  ///
  /// It does when its name is the product's name and one of a few words, such as `PeripheryVersion`; when it is such a
  /// word alone (`version`, `currentVersion`) outside of types or in a type about the product, such as `Constants`,
  /// `AFInfo` and `SentryMeta`; and inside of a version type: `CarthageKitVersion.current`, `Version.swiftgen`.
  func claim(_ name: String, in scope: [String]) -> Bool {
    let name = Self.folded(name)
    if isProductVersion(name) { return true }
    guard let type = scope.last.map(Self.folded) else { return Self.words.contains(name) }
    if isVersionType(type), Self.members.contains(name) || names.contains(name) { return true }
    return Self.words.contains(name) && isAboutProduct(type)
  }

  private func isAboutProduct(_ type: String) -> Bool {
    isVersionType(type) || Self.subjects.contains { type.hasSuffix($0) }
      || names.contains { $0.utf8.count > 3 && type.contains($0) }
  }

  /// The endings of types with facts about a program.
  private static let subjects = ["info", "meta", "metadata", "constants", "version", "cli", "main"]

  /// Whether the type is the version of the product: `Version`, `CoolKitVersion`.
  func isVersionType(_ type: String) -> Bool {
    Self.folded(type) == "version" || isProductVersion(Self.folded(type))
  }

  /// The names that mean the version by themselves.
  private static let words: Set = [
    "version", "versionstring", "versionnumber", "currentversion", "currentversionstring", "appversion",
    "marketingversion", "productversion", "packageversion", "libraryversion", "frameworkversion", "sdkversion",
    "cliversion", "toolversion", "releaseversion", "shortversion", "shortversionstring", "fullversion",
    "semanticversion",
  ]

  /// The names that mean the version inside of a version type.
  private static let members: Set = [
    "current", "value", "string", "number", "description", "rawvalue", "full", "short",
  ]

  private func isProductVersion(_ name: String) -> Bool {
    Self.words.contains { name.hasSuffix($0) && names.contains(String(name.dropLast($0.count))) }
  }

  private static func folded(_ name: String) -> String {
    String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }
}
