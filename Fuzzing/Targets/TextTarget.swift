@testable import Lanes
@testable import MartletCore
@testable import TestSupport

/// What Martlet does with any text: templates, conditions, patterns of paths, `.env` files, encodings, words for a terminal.
struct TextTarget: FuzzTarget {
  static let name = "text"
  static let greatestLength = 1024

  func check(_ input: Input) throws {
    try checkTerminal(input.text)
    try checkTemplate(input.text)
    try checkEncoding(input.bytes)
    let lines = input.lines(2)
    if let pattern = lines.first, let path = lines.last { try checkPattern(pattern, path) }
    try checkPaths(lines)
    guard let files = InputFiles(input.bytes, main: ".env"), let source = files.source(at: ".env") else { return }
    do {
      for (name, value) in try EnvironmentFile(source).variables {
        try require(!name.isEmpty && name.utf8.allSatisfy(\.isIdentifier), "`\(name)` is not a name, of `\(value)`")
      }
    } catch let error as Failure {
      try Explanation.check(error, about: files)
    }
  }

  private func checkTerminal(_ text: String) throws {
    let shown = text.escapedForTerminal()
    try require(shown.isShowable(), "control characters in \(shown.debugDescription)")
    try require(shown.escapedForTerminal() == shown, "an escape of an escape in \(shown.debugDescription)")
    _ = ["bump", "tag", "push", "changelog"].nearest(to: text)
  }

  /// A text is put into a template and read back, whatever it is; nothing in it is a name again.
  private func checkTemplate(_ text: String) throws {
    let escaped = try Template(text.replacing("$", with: "$$"))
    try require(escaped.names.isEmpty && escaped.resolved { $0 } == text, "`\(text)` does not stand for itself")
    try require(
      "a${x}b".substituting(["x": text]).utf8.elementsEqual("a\(text.replacing("$", with: "$$"))b".utf8), "`\(text)`")
    guard let template = try? Template(text) else { return }
    let marked = template.resolved { _ in "\u{1}" }
    try require(marked.unicodeScalars.count { $0 == "\u{1}" } >= template.names.count, "a name of `\(text)` is lost")
    _ = Condition.Test(text)
  }

  private func checkEncoding(_ bytes: [UInt8]) throws {
    let encoding = TextEncoding.announced(by: bytes)
    guard let text = try? encoding.decoded(bytes) else { return }
    try require(encoding.encoded(text) == bytes, "\(encoding) is not written as it was read")
    let source = SourceText(path: "a", bytes: text, encoding: encoding)
    var last = source.startOffset
    for line in source.lineSpans {
      try require(line.lowerBound >= last && line.upperBound <= text.count, "line \(line)")
      last = line.upperBound
    }
  }

  /// A pattern matches as it does by the definition.
  private func checkPattern(_ pattern: String, _ text: String) throws {
    guard pattern.utf8.count <= 64, text.utf8.count <= 64 else {
      _ = text.matches(wildcards: pattern)
      return
    }
    let byDefinition = Self.matches(Array(pattern.unicodeScalars)[...], Array(text.unicodeScalars)[...])
    try require(text.matches(wildcards: pattern) == byDefinition, "`\(pattern)` and `\(text)`: \(byDefinition)")
    guard let parts = PathPattern(pattern), let path = RelativePath(text) else { return }
    _ = parts.matches(path)
    try require(parts.path.map(parts.matches) ?? true, "`\(pattern)` does not match itself")
  }

  /// What the rest of a text is for each rest of the pattern, from the end, as one would write it down.
  private static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    var next = text.indices.map { _ in false } + [true]
    for sign in pattern.reversed() {
      var row = next
      for index in (0...text.count).reversed() {
        switch sign {
        case "*": row[index] = next[index] || (index < text.count && row[index + 1])
        default: row[index] = index < text.count && (sign == "?" || sign == text[index]) && next[index + 1]
        }
      }
      next = row
    }
    return next[0]
  }

  private func checkPaths(_ texts: [String]) throws {
    for text in texts {
      guard let path = RelativePath(text) else { continue }
      try require(RelativePath(path.string) == path, "`\(path)` is read as another path")
      try require(!path.components.contains("..") && !path.string.hasPrefix("/"), "`\(path)` may lead outside")
      for other in texts {
        guard let sibling = path.sibling(other) else { continue }
        try require(RelativePath(sibling.string) == sibling, "`\(sibling)` leads outside")
      }
    }
  }
}
