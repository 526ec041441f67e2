/// The names of a product, and the rule for which declarations contain its version.
///
/// The rule is an allow list: apart from `version`, a name consists of a name of the product and general words. So
/// `cacheVersion`, `ktorVersion` and `minimumVersion` are versions of something else.
package struct ProductNames: Sendable {
  private let names: Set<String>
  /// The words that several of them begin with: `FBSDK_VERSION` is that of FBSDKCoreKit and FBSDKLoginKit.
  private let prefixes: Set<String>

  /// - Parameter names: Of the project, its package, modules and pods; letter case and punctuation do not matter.
  package init(_ names: [String]) {
    let all = Set(names.map(Self.words))
    self.names = Set(all.map(Self.distinctive)).subtracting([""])
    let firsts = Dictionary(grouping: all.compactMap(\.first)) { $0 }
    prefixes = Set(firsts.filter { $1.count > 1 && $0.utf8.count > 2 && $0 != "swift" }.keys)
  }

  /// Whether a name means the version of the product: `version`, `COOL_KIT_VERSION` of CoolKit, `currentVersion`; false for
  /// that of something else; nil if it means no version.
  func owns(_ name: String) -> Bool? { rest(of: name).map(isOwn) }

  /// Whether a name has only general words and a name of the product: `package`, `coolKit`.
  func isOwn(_ name: String) -> Bool {
    let rest = Self.distinctive(Self.words(of: name))
    return rest.isEmpty || names.contains(rest) || prefixes.contains(rest)
  }

  /// Whether a declaration in a type contains the version of the product: outside of types, with the product's name, in a type
  /// about the product such as `Constants`, `AFInfo` and `SentryMeta`, or in a version type: `CarthageKitVersion.current`.
  func claim(_ name: String, in scope: [String]) -> Bool {
    if let type = scope.last, isVersionType(type) { return owns(name) ?? isOwn(name) }
    guard let rest = rest(of: name), isOwn(rest) else { return false }
    guard rest.isEmpty, let type = scope.last.map({ Self.distinctive(Self.words(of: $0)) }) else { return true }
    return type.isEmpty || Self.subjects.contains { type.hasSuffix($0) }
      || names.contains { $0.utf8.count > 3 && type.contains($0) }
  }

  /// The words of a name beside `version` that say whose it is; nil if it means no version.
  private func rest(of name: String) -> String? {
    guard Self.mayMeanVersion(name) else { return nil }
    var words = Self.words(of: name)
    guard let index = words.lastIndex(where: { $0.hasSuffix("version") }) else { return nil }
    // `libversion`, in one word.
    words[index] = String(words[index].dropLast("version".count))
    return Self.distinctive(words)
  }

  /// Whether the type is the version of the product: `Version`, `CoolKitVersion`.
  func isVersionType(_ type: String) -> Bool { type.lowercased().hasSuffix("version") && owns(type) == true }

  /// The endings of types with facts about a program.
  private static let subjects = ["info", "meta", "metadata", "constants", "main"]

  /// Words that say nothing about whose version it is.
  private static let general: Set = [
    "k", "the", "current", "app", "application", "marketing", "product", "project", "package", "library", "lib",
    "dylib",
    "framework", "sdk", "cli", "tool", "release", "short", "full", "semantic", "string", "number", "name", "code",
    "value",
    "bundle", "cf", "raw", "module", "description", "s", "spec", "self", "this", "expo", "poetry",
  ]

  private static func distinctive(_ words: [String]) -> String { words.filter { !general.contains($0) }.joined() }

  /// Whether `name` has the letters of `version`, in any case: few names have them, and finding words takes long.
  private static func mayMeanVersion(_ name: String) -> Bool {
    var found = 0
    for byte in name.utf8 {
      found = byte | 0x20 == ending[found] ? found + 1 : byte | 0x20 == ending[0] ? 1 : 0
      if found == ending.count { return true }
    }
    return false
  }

  /// No letter is in it twice, so a search begins again at any `e`.
  private static let ending = Array("ersion".utf8)

  /// Returns the words of a name in camel case or with other signs, in lower case: `kCoolSDKVersion` is `k`, `cool`, `sdk` and
  /// `version`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isPart = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      let (previous, next) = (scalars[max(0, index - 1)], scalars[min(index + 1, scalars.count - 1)])
      let startsWord =
        scalar.properties.isUppercase
        && (previous.properties.isLowercase || previous.properties.isUppercase && next.properties.isLowercase)
      if !isPart || startsWord {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word.append(String(scalar).lowercased()) }
    }
    return word.isEmpty ? words : words + [word]
  }
}
