import MartletCore

/// The places in a text that have the form of a declaration and contain a given version. They are found from the
/// version outwards, without a grammar of the file.
///
/// A declaration is a name that ends in `version`, one of `=`, `:=`, `?=`, `:`, a blank after `#define` or an option,
/// and the version with or without quotes: `#define COOL_VERSION @"1.4.2"`, `static NSString *const kVersion =
/// @"1.4.2";`, `"version": "1.4.2",`, `--module-version 1.4.2`, `+ (NSString *)version { return @"1.4.2"; }`. Arguments
/// of calls, comparisons and comments are not declarations, except `module(version = "1.4.2")` of Bazel. A line with
/// `x-release-please-version`, or between the block markers of release-please, is a declaration in any form.
struct VersionMentions {
  /// A line with the version, as a pattern for `TextManifest`.
  struct Mention {
    let pattern: String
    let name: String
    let isOfSomethingElse: Bool
    /// Whether a marker or the whole line proves that this is the project's version, even for a common version.
    let isCertain: Bool
    /// Whether it has a marker of release-please.
    var isMarked = false
    /// Whether it is the value of an argument or of a key in a literal.
    var isArgument = false
    /// The place of the version.
    var span = 0..<0
  }

  let source: SourceText
  let bytes: [UInt8]
  private let version: String
  /// The offsets of the version in addresses of this repository's files at a tag; only in key-value files.
  private let addresses: Set<Int>

  /// The names of the product in lower case.
  private let products: [String]

  init(
    of version: Version, in source: SourceText, repositories: Set<RepositoryAddress> = [], products: [String] = []
  ) {
    self.source = source
    bytes = source.bytes
    self.version = version.description
    self.products = products.map { $0.lowercased() }.filter { $0.utf8.count > 3 && $0 != "swift" }
    addresses = Set(InstallSnippets(source).addresses(of: repositories).map(\.lowerBound))
  }

  /// Whether the text does not contain the version as a separate token.
  var isEmpty: Bool { next(from: source.startOffset) == nil }

  var all: [Mention] {
    var mentions: [Mention] = []
    var start = source.startOffset
    while let span = next(from: start) {
      start = span.upperBound
      if var mention = mention(at: span), !mentions.contains(where: { $0.pattern == mention.pattern }) {
        mention.span = span
        mentions.append(mention)
      }
    }
    return mentions
  }

  private func next(from start: Int) -> Range<Int>? {
    var start = start
    while let index = bytes.firstIndex(of: version, from: start) {
      let before = bytes.byte(at: index - 1) ?? .space
      let isFree = !before.isIdentifier && before != UInt8(ascii: ".") && before != UInt8(ascii: "-")
      let hasVPrefix = before.lowercased == UInt8(ascii: "v") && !(bytes.byte(at: index - 2) ?? .space).isIdentifier
      if isFree || hasVPrefix, let token = bytes.versionToken(at: index), token.count == version.utf8.count {
        let after = bytes.byte(at: token.upperBound) ?? .space
        if !after.isIdentifier { return token }
      }
      start = index + 1
    }
    return nil
  }

  private func mention(at span: Range<Int>) -> Mention? {
    let lineStart = (bytes[..<span.lowerBound].lastIndex(where: \.isLineEnd) ?? source.startOffset - 1) + 1
    let lineEnd = bytes.index(after: span.upperBound) { !$0.isLineEnd }
    let line = bytes[lineStart..<lineEnd]
    let start = bytes.index(after: lineStart, while: \.isBlank)
    if line.firstIndex(of: "x-release-please-version", from: lineStart) != nil || isInMarkedBlock(lineStart) {
      return Mention(
        pattern: pattern(start..<lineEnd, span), name: "x-release-please-version", isOfSomethingElse: false,
        isCertain: true, isMarked: true)
    }
    if addresses.contains(span.lowerBound) || isHeading(span, in: start..<lineEnd) {
      return Mention(
        pattern: pattern(start..<lineEnd, span), name: "version", isOfSomethingElse: false, isCertain: true)
    }
    guard !Self.comments.contains(where: { bytes.has($0, at: start) }) else { return nil }
    if isTitle(span), !isAboutPast(start..<lineEnd) {
      return Mention(
        pattern: pattern(start..<lineEnd, span), name: "version", isOfSomethingElse: false, isCertain: true)
    }
    guard let (place, isArgument) = name(before: span, from: start), endsDeclaration(span, before: lineEnd),
      !isArgument || !isInPreview(lineStart)
    else { return nil }
    let name = source.string(at: place)
    guard let kind = VersionName(name) ?? kind(inConfiguration: name) else { return nil }
    let first = bytes.index(before: place.lowerBound) { !$0.isLineEnd }
    let end = bytes.byte(at: span.upperBound).map(Self.isQuote) == true ? span.upperBound + 1 : span.upperBound
    return Mention(
      pattern: pattern(bytes.index(after: first, while: \.isBlank)..<end, span), name: name,
      isOfSomethingElse: kind.isOfSomethingElse, isCertain: false, isArgument: isArgument)
  }

  /// Returns the kind of a Sphinx setting: Sphinx names the full version `release`.
  private func kind(inConfiguration name: String) -> VersionName? {
    source.path.lastComponent == "conf.py" && name == "release" ? VersionName("version") : nil
  }

  private static let comments = ["//", "/*", "*", "<!--", "# ", "##", "#!", ";"]

  /// Whether the line is a comment with only the version: `// Version 1.4.2`, `//  V1.4.2`, ` * @version 1.4.2`.
  private func isHeading(_ span: Range<Int>, in line: Range<Int>) -> Bool {
    guard Self.comments.contains(where: { bytes.has($0, at: line.lowerBound) }),
      bytes.trimmingBlanks(span.upperBound..<line.upperBound).isEmpty
    else { return false }
    let words = source.string(at: line.lowerBound..<span.lowerBound).lowercased()
      .trimmingPrefix { "/*#<!- \t".contains($0) }
    return ["version", "version:", "@version", "v"].contains(words.filter { $0 != " " && $0 != "\t" })
  }

  private func pattern(_ line: Range<Int>, _ span: Range<Int>) -> String {
    source.string(at: line.lowerBound..<span.lowerBound) + "${version}"
      + source.string(at: span.upperBound..<line.upperBound)
  }

  /// Whether the last marker of release-please before the line opens a block.
  private func isInMarkedBlock(_ line: Int) -> Bool {
    guard let end = bytes.firstIndex(of: "x-release-please-end", from: line) else { return false }
    return bytes[line..<end].firstIndex(of: "x-release-please-start-", from: line) == nil
      && bytes[..<line].firstIndex(of: "x-release-please-start-version", from: 0) != nil
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// Whether a string begins with the product's name and the version, like a program's name in its output or a user
  /// agent: `"CoolKit 1.4.2"`, `"CoolKit/1.4.2 (iOS)"`.
  private func isTitle(_ span: Range<Int>) -> Bool {
    let end = span.lowerBound - (bytes.byte(at: span.lowerBound - 1) == UInt8(ascii: "v") ? 2 : 1)
    guard let mark = bytes.byte(at: end), " /".utf8.contains(mark), let after = bytes.byte(at: span.upperBound),
      "\" ;(".utf8.contains(after)
    else { return false }
    let start = bytes[..<end].index(before: end) { !Self.isQuote($0) && !$0.isLineEnd }
    guard let quote = bytes.byte(at: start - 1), Self.isQuote(quote) else { return false }
    return products.contains(source.string(at: start..<end).lowercased())
  }

  /// Whether the text is about an availability or a requirement.
  func isAboutPast(_ span: Range<Int>) -> Bool {
    let text = source.string(at: span).lowercased()
    return Self.past.contains { text.contains($0) }
  }

  private static let past = [
    "deprecat", "available", "introduced", "obsolet", "since", "removed", "migrat", "minimum", "require", "upgrade",
    "package(", "url:", "repository",
  ]

  /// The name that the value at `span` is assigned to, and whether it is an argument label; nil if there is none.
  private func name(before span: Range<Int>, from start: Int) -> (place: Range<Int>, isArgument: Bool)? {
    let bytes = bytes[start..<span.lowerBound]
    var end = span.lowerBound
    if bytes.byte(at: end - 1) == UInt8(ascii: "v") { end -= 1 }
    if let quote = bytes.byte(at: end - 1), Self.isQuote(quote) {
      end -= 1
      if bytes.byte(at: end - 1) == UInt8(ascii: "@") { end -= 1 }
    }
    end = bytes.end(before: end)
    var isNamedBefore = false
    if isSource, bytes.byte(at: end - 1) == UInt8(ascii: ":") {
      return argument(endingAt: end - 1).map { ($0, true) }
    }
    if let mark = bytes.byte(at: end - 1), mark == UInt8(ascii: "=") || isKeyed && mark == UInt8(ascii: ":") {
      end -= 1
      while let mark = bytes.byte(at: end - 1), ":?".utf8.contains(mark) { end -= 1 }
      isNamedBefore = true
    } else if bytes[..<end].hasSuffix("return") {
      return method(openedBefore: end - "return".utf8.count).map { ($0, false) }
    }
    end = bytes.end(before: end)
    if bytes[..<end].hasSuffix("[]") { end -= 2 }
    if let quote = bytes.byte(at: end - 1), Self.isQuote(quote) { end -= 1 }
    var first = end
    while let byte = bytes.byte(at: first - 1), byte.isIdentifier || byte == UInt8(ascii: "-") { first -= 1 }
    guard first < end else { return nil }
    let isOption = bytes.has("--", at: first)
    // In Groovy, the last name before a quoted value is a method that sets it: `versionName "1.4.2"`.
    let isCall = source.path.pathExtension == "gradle" && first == start && end < span.lowerBound - 1
    // In CMake, `project(Cool VERSION 1.4.2)`.
    if isCMake, bytes.has("project(", at: start) { return (first..<end, false) }
    guard isNamedBefore || isOption || isCall || bytes.has("#define", at: start) else { return nil }
    return isArgument(at: first) ? nil : (first..<end, false)
  }

  /// Whether the file is in a language with `:` after argument labels.
  private var isSource: Bool { ["swift", "m", "mm"].contains(source.path.pathExtension) }

  /// The name of the method or function without parameters whose body begins before `end`, with only comments
  /// between: `+ (NSString *)version {`, `const char *cool_version(void) {`; nil if there is other code.
  private func method(openedBefore end: Int) -> Range<Int>? {
    var end = end
    while true {
      end = bytes.index(before: end) { $0.isBlank || $0.isLineEnd }
      if bytes.byte(at: end - 1) == UInt8(ascii: "{") { break }
      let line = bytes.index(before: end) { !$0.isLineEnd }
      let start = bytes.index(after: line, while: \.isBlank)
      guard start < end, bytes.has("//", at: start) else { return nil }
      end = start
    }
    end = bytes.index(before: end - 1) { $0.isBlank || $0.isLineEnd }
    for parameters in ["()", "(void)"] where bytes[..<end].hasSuffix(parameters) { end -= parameters.utf8.count }
    let first = bytes.index(before: end, while: \.isIdentifier)
    let type = bytes.index(before: first, while: \.isBlank)
    guard first < end, let mark = bytes.byte(at: type - 1), ")*".utf8.contains(mark) else { return nil }
    return first..<end
  }

  /// Whether the file assigns values to keys with `:`, unlike compiled languages.
  private var isKeyed: Bool {
    ["yaml", "yml", "json", "cff"].contains(source.path.pathExtension)
      // The description of a Debian package.
      || source.path.lastComponent == "control"
      || source.path.lastComponent.hasPrefix(FollowerKind.expoConfiguration)
  }

  private var isCMake: Bool { source.path.lastComponent == "CMakeLists.txt" }

  /// Whether only the end of a declaration follows the version.
  private func endsDeclaration(_ span: Range<Int>, before lineEnd: Int) -> Bool {
    var index = span.upperBound
    let quote = bytes.byte(at: span.lowerBound - 1).flatMap { byte in
      Self.isQuote(byte) ? byte : byte == UInt8(ascii: "v") ? bytes.byte(at: span.lowerBound - 2) : nil
    }
    if let quote, Self.isQuote(quote) {
      guard bytes.byte(at: index) == quote else { return false }
      index += 1
    }
    let rest = bytes[bytes.trimmingBlanks(index..<lineEnd)]
    guard let first = rest.first, !isCMake else { return true }
    return ";,)}\\#]".utf8.contains(first) || rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
      || rest.starts(with: ".freeze".utf8)
  }
}

extension ArraySlice<UInt8> {
  /// Returns `end` without the blanks before it.
  fileprivate func end(before end: Int) -> Int {
    var end = end
    while end > startIndex, self[end - 1].isBlank { end -= 1 }
    return end
  }

  func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
