@testable import MartletCore
@testable import TestSupport

/// JSON, TOML and property lists as whole values, each with every input: refused with a place, or read with all values
/// inside of the text and none deeper than the limit.
struct DocumentsTarget: FuzzTarget {
  static let name = "documents"

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: "a"), let source = files.source(at: "a") else { return }
    for format in DocumentFormat.allCases {
      do {
        let value = try format.value(of: source)
        try check(value, in: source, depth: 0)
        try require(format.value(of: source) == value, "a second reading of \(format.rawValue) says something else")
      } catch let error as DocumentError {
        try Explanation.check(error, about: files)
      }
    }
  }

  private func check(_ value: DocumentValue, in source: SourceText, depth: Int) throws {
    try require(depth <= DocumentError.greatestDepth, "a value at depth \(depth)")
    try require(value.span.upperBound <= source.bytes.count, "a value at \(value.span)")
    switch value.content {
    case .text, .data: break
    case .word(let text), .real(let text): try require(!text.isEmpty, "a word without letters at \(value.span)")
    case .list(let elements):
      for element in elements { try check(element, in: source, depth: depth + 1) }
    case .table(let table):
      for entry in table.entries {
        try require(entry.keySpan.upperBound <= source.bytes.count, "a key at \(entry.keySpan)")
        try require(table[entry.key] == entry.value, "`\(entry.key)` leads to another value")
        try check(entry.value, in: source, depth: depth + 1)
      }
    }
  }
}
