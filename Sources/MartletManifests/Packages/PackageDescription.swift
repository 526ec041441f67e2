import MartletCore

/// The contents of a Package.swift, found by scanning. It is a program, but it is never run: computed values are
/// unknown.
package struct PackageDescription {
  package let source: SourceText
  /// The version in the comment `swift-tools-version`; nil when it is missing or invalid.
  package let toolsVersion: Version?
  let tokens: [SwiftToken]
  /// The calls, in the order of their ends.
  let calls: [PackageCall]

  package init(_ source: SourceText) {
    self.source = source
    toolsVersion = Self.toolsVersion(of: source)
    tokens = SwiftLexer.tokens(of: source.bytes, in: source.startOffset..<source.bytes.count)
    calls = PackageScanner.calls(of: tokens)
  }

  /// The main manifest of a package; version-specific manifests have other names.
  package static let fileName = "Package.swift"

  /// Whether `path` is a manifest of the package at the root: `Package.swift`, or `Package@swift-5.9.swift`.
  package static func isManifest(_ path: RelativePath) -> Bool {
    path.string == fileName || toolsVersion(inNameOf: path) != nil
  }

  /// The version in a name such as `Package@swift-5.9.swift`; nil for any other name.
  package static func toolsVersion(inNameOf path: RelativePath) -> Version? {
    let (prefix, suffix) = ("Package@swift-", ".swift")
    guard path.string.hasPrefix(prefix), path.string.hasSuffix(suffix) else { return nil }
    return try? Version(String(path.string.dropFirst(prefix.count).dropLast(suffix.count)))
  }

  /// The name of the package.
  package var name: String? {
    calls.first { $0.name == "Package" }.flatMap { $0.argument("name") }.flatMap(text)
  }

  /// The names of the products of every kind, each once, in byte order.
  package var productNames: [String] {
    let products = calls.filter { ["library", "executable", "plugin"].contains($0.name) && isProduct($0) }
    return Set(products.compactMap { $0.argument("name").flatMap(text) }).sorted {
      $0.precedesInBytes($1)
    }
  }

  /// Whether the package depends on others.
  package var hasDependencies: Bool {
    calls.contains { $0.name == "package" && ($0.argument("url") ?? $0.argument("path")) != nil }
  }

  /// Whether one of the products is a library.
  package var hasLibrary: Bool { calls.contains { $0.name == "library" && isProduct($0) } }

  /// Whether one of the products is an executable.
  package var hasExecutable: Bool { calls.contains { $0.name == "executable" && isProduct($0) } }

  /// Whether the call declares a product: a `.plugin(name:package:)` without targets only uses a plug-in.
  private func isProduct(_ call: PackageCall) -> Bool { call.argument("targets") != nil }

  /// Returns the text of a value that is a single string literal; nil for other values.
  func text(_ value: Range<Int>) -> String? {
    guard value.count == 1, case .string(let content?) = tokens[value.lowerBound].kind else { return nil }
    return source.string(at: content)
  }

  /// Parses `// swift-tools-version: 5.9` in the first line that is not blank; ignores blanks and letter case.
  ///
  /// Source: SwiftPM, `Sources/PackageLoading/ToolsVersionParser.swift`.
  private static func toolsVersion(of source: SourceText) -> Version? {
    let bytes = source.bytes
    let comment = bytes.index(after: source.startOffset) { $0.isBlank || $0.isLineEnd }
    guard bytes.has("//", at: comment) else { return nil }
    let label = bytes.index(after: comment + 2) { $0.isBlank }
    let colon = bytes.index(after: label) { $0 != UInt8(ascii: ":") && !$0.isLineEnd && !$0.isBlank }
    guard source.string(at: label..<colon).lowercased() == "swift-tools-version",
      bytes.byte(at: colon) == UInt8(ascii: ":")
    else { return nil }
    let start = bytes.index(after: colon + 1) { $0.isBlank }
    let end = bytes.index(after: start) { !$0.isLineEnd && !$0.isBlank && $0 != UInt8(ascii: ";") }
    return try? Version(source.string(at: start..<end))
  }
}
