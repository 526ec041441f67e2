import Foundation

/// A Swift file of the tests without comments and without the contents of its string literals, so that brackets match.
struct TestCode: Sendable {
  let path: String
  let module: String
  let text: String
  /// The functions with a body, in the order of the file.
  let functions: [Function]

  /// A function, with or without `@Test`.
  struct Function: Sendable {
    let name: String
    let isTest: Bool
    /// The line of its opening brace.
    let line: Int
    let body: String

    /// The names that are called in its body.
    let calls: Set<String>

    /// Whether its body has an expectation, without those of the functions that it calls.
    let hasExpectation: Bool
  }

  init(_ file: SourceFile) {
    (path, module) = (file.path, file.module)
    let bytes = Self.blanked(Array(file.text.utf8))
    text = String(decoding: bytes, as: UTF8.self)
    let all = Self.matches(of: #"\bfunc +(`[^`]+`|\w+)"#, in: text)
    let tests = Set(Self.matches(of: #"@Test\b[\s\S]*?\bfunc +(\w+)"#, in: text).map { $0[1].lowerBound })
    let text = text
    functions = all.compactMap { match in
      guard let body = Self.body(after: match[1].upperBound, in: bytes) else { return nil }
      let code = String(decoding: bytes[body], as: UTF8.self)
      return Function(
        name: Self.string(match[1], of: text), isTest: tests.contains(match[1].lowerBound),
        line: bytes[..<body.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1, body: code,
        calls: Set(Self.matches(of: #"\b(\w+)\("#, in: code).map { Self.string($0[1], of: code) }),
        hasExpectation: !Self.matches(of: #"#expect\b|#require\b|\bIssue\.record\("#, in: code).isEmpty)
    }
  }

  /// The ranges of a pattern and its groups, in bytes: the text is ASCII outside of literals and comments.
  static func matches(of pattern: String, in text: String) -> [[Range<Int>]] {
    guard let regex = try? NSRegularExpression(pattern: pattern) else { return [] }
    return regex.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
      (0..<match.numberOfRanges).map { index in
        let range = match.range(at: index)
        return range.location == NSNotFound ? 0..<0 : range.location..<range.location + range.length
      }
    }
  }

  private static func string(_ range: Range<Int>, of text: String) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  /// The inside of the first braces after a function's name; nil for a requirement of a protocol.
  private static func body(after start: Int, in bytes: [UInt8]) -> Range<Int>? {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index + 1..<end(ofBracesAt: index, in: bytes)
      case UInt8(ascii: "}") where depth == 0: return nil
      default: break
      }
    }
    return nil
  }

  /// The position of the brace that closes the one at `start`.
  static func end(ofBracesAt start: Int, in bytes: [UInt8]) -> Int {
    var depth = 0
    for index in start..<bytes.count {
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return bytes.count
  }

  /// The source with blanks for comments and for the inside of string literals; lines keep their numbers.
  static func blanked(_ source: [UInt8]) -> [UInt8] {
    var bytes = source
    var index = 0
    func has(_ text: StaticString, at position: Int) -> Bool {
      text.withUTF8Buffer { $0.elementsEqual(source[position..<min(source.count, position + $0.count)]) }
    }
    func blank(_ range: Range<Int>) {
      for position in range where bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
    }
    while index < source.count {
      let signs = source[index...].prefix { $0 == UInt8(ascii: "#") }.count
      let quote = index + signs
      if has("//", at: index) {
        let end = source[index...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
        // Not the middle of an address in a regular expression.
        if index == 0 || source[index - 1] == UInt8(ascii: " ") || source[index - 1] == UInt8(ascii: "\n") {
          blank(index..<end)
        }
        index = end
      } else if quote < source.count, source[quote] == UInt8(ascii: "\"") {
        let isMultiline = has("\"\"\"", at: quote)
        let start = quote + (isMultiline ? 3 : 1)
        let end = Self.endOfLiteral(from: start, isMultiline: isMultiline, signs: signs, in: source)
        blank(start..<end)
        index = end + (isMultiline ? 3 : 1) + signs
      } else {
        index += max(1, signs)
      }
    }
    return bytes
  }

  /// The position of the closing quote. A single quote in a regular expression has none: then it is the next byte.
  private static func endOfLiteral(from start: Int, isMultiline: Bool, signs: Int, in source: [UInt8]) -> Int {
    let closing =
      Array(repeating: UInt8(ascii: "\""), count: isMultiline ? 3 : 1)
      + Array(repeating: UInt8(ascii: "#"), count: signs)
    var index = start
    while index < source.count {
      if source[index] == UInt8(ascii: "\n"), !isMultiline { return start }
      if source[index] == UInt8(ascii: "\\"), signs == 0 {
        if index + 1 < source.count, source[index + 1] == UInt8(ascii: "(") {
          index = endOfInterpolation(from: index + 2, in: source)
        } else {
          index += 2
        }
      } else if source[index...].starts(with: closing) {
        return index
      } else {
        index += 1
      }
    }
    return source.count
  }

  private static func endOfInterpolation(from start: Int, in source: [UInt8]) -> Int {
    var (index, depth) = (start, 1)
    while index < source.count, depth > 0 {
      if source[index] == UInt8(ascii: "(") { depth += 1 }
      if source[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
    }
    return index
  }
}
