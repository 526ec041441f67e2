/// The name of a declaration that may be a version, split into its words: `kCoolSDKVersion` is `k`, `cool`, `sdk` and
/// `version`.
struct VersionName {
  private let words: [String]

  /// - Returns: nil if the name does not mean a version. The last word must be `version`, or `version` before words
  ///   for its form, such as `number` and `string`, or its product: `versionSDK`.
  init?(_ name: String) {
    guard Self.mayMeanVersion(name) else { return nil }
    var words = Self.words(of: name)
    while let last = words.last, Self.endings.contains(last) { words.removeLast() }
    guard let last = words.last, last.hasSuffix("version") else { return nil }
    if last != "version" {
      // `libversion`, in one word.
      words[words.count - 1] = String(last.dropLast("version".count))
      words.append("version")
    }
    self.words = words
  }

  /// Whether it is the version of something else, such as a cache, a file format, an API, a tool or a system, or not
  /// the current version.
  var isOfSomethingElse: Bool {
    !Self.qualifiers.isDisjoint(with: words) || words.dropLast().last.map(Self.things.contains) == true
  }

  /// Whether it is the name of a build setting that a project may use for its own version.
  var isSetting: Bool {
    words.count > 1 && !isOfSomethingElse && words != ["marketing", "version"]
      && words != ["current", "project", "version"]
  }

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

  private static let endings: Set = [
    "string", "number", "name", "code", "value", "str", "sdk", "lib", "library", "framework", "app",
  ]

  /// Words directly before `version` that mean the version of something else.
  private static let things: Set = [
    "cache", "schema", "format", "protocol", "api", "database", "db", "model", "storage", "store", "file", "archive",
    "migration", "wire", "config", "configuration", "plist", "manifest", "lock", "lockfile", "index", "document",
    "compatibility", "deployment", "target", "swift", "xcode", "swiftlang", "language", "compiler", "objc", "cpp",
    "tools", "os", "ios", "macos", "osx", "tvos", "watchos", "visionos", "android", "system", "platform", "http", "tls",
    "ssl", "html", "xml", "json", "yaml", "sql", "sqlite", "unicode", "node", "ruby", "gradle", "python", "java",
    "kotlin", "next", "upgrade", "update", "server", "default",
  ]

  /// Words in any position that mean a version other than the current one.
  private static let qualifiers: Set = [
    "minimum", "min", "maximum", "max", "required", "supported", "compatible", "previous", "last", "old", "legacy",
    "since", "introduced", "deprecated", "obsoleted", "removed", "first", "initial", "test", "mock", "fake", "sample",
    "example", "dummy", "expected",
  ]

  /// Returns the words of a name in camel case or with `_`, in lower case.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLetter = scalar.properties.isAlphabetic
      let isUpper = scalar.properties.isUppercase
      let previous = index > 0 ? scalars[index - 1] : nil
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let startsWord =
        isUpper
        && (previous?.properties.isLowercase == true
          || previous?.properties.isUppercase == true
            && next?.properties.isLowercase == true)
      if !isLetter || startsWord {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isLetter { word.append(String(scalar).lowercased()) }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
