/// The names that a product goes by, and with them which declarations say its version.
///
/// A rule that lets in, not one that keeps out: `cacheVersion`, `minimumVersion`, `swiftVersion`, `schemaVersion` and
/// whatever else people version are none of these words.
package struct ProductNames: Sendable {
  private let names: Set<String>

  /// - Parameter names: Of the project, its package, modules and pods; letter case and punctuation do not matter.
  package init(_ names: [String]) {
    self.names = Set(names.map(Self.folded).filter { !$0.isEmpty })
  }

  /// Whether a declaration says the version of the product.
  ///
  /// It does when it is called by the product's name and one of a few words, as `PeripheryVersion` is; by such a word
  /// alone (`version`, `currentVersion`) outside of types and in one that is about the product, as in `Constants`,
  /// `AFInfo` and `SentryMeta`; and inside of a type that is a version: `CarthageKitVersion.current`, `Version.swiftgen`.
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

  /// How types end that hold facts about a program.
  private static let subjects = ["info", "meta", "metadata", "constants", "version", "cli", "main"]

  /// Whether the type is the version of the product: `Version`, `CoolKitVersion`.
  func isVersionType(_ type: String) -> Bool {
    Self.folded(type) == "version" || isProductVersion(Self.folded(type))
  }

  /// What is the version by itself.
  private static let words: Set = [
    "version", "versionstring", "versionnumber", "currentversion", "currentversionstring", "appversion",
    "marketingversion", "productversion", "packageversion", "libraryversion", "frameworkversion", "sdkversion",
    "cliversion", "toolversion", "releaseversion", "shortversion", "shortversionstring", "fullversion",
    "semanticversion",
  ]

  /// What is the version inside of a type that is one.
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
