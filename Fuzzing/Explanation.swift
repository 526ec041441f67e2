@testable import MartletCore

/// What a user is told when an input is refused.
enum Explanation {
  /// - Throws: when `error` says nothing, says it with control characters, or names a place outside of `files`.
  static func check(_ error: any ExplainedError, about files: InputFiles) throws {
    let diagnostics = error.diagnostics
    try require(!diagnostics.isEmpty, "an error without words: \(error)")
    for diagnostic in diagnostics {
      let text = diagnostic.rendered()
      try require(!diagnostic.message.isEmpty, "an empty message: \(error)")
      try require(text.isShowable(with: "\n"), "control characters in \(text.debugDescription)")
      guard let place = diagnostic.place else { continue }
      guard let source = files.source(at: place.path) else { throw Violation("no file at \(text)") }
      let line = source.span(ofLine: place.line) ?? (place.line == source.lineSpans.count + 1 ? 0..<0 : nil)
      guard let line else { throw Violation("no line at \(text)") }
      let width = source.string(at: line).unicodeScalars.count + 1
      try require((1...width).contains(place.column), "column \(place.column) of \(width - 1) at \(text)")
    }
  }
}

extension String {
  /// Whether nothing in it would be obeyed by a terminal, nor turns its text round; `permitted` may be in it.
  func isShowable(with permitted: Unicode.Scalar...) -> Bool {
    unicodeScalars.allSatisfy { scalar in
      permitted.contains(scalar) || scalar == "\t"
        || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value))
    }
  }
}
