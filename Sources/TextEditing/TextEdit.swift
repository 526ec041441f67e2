/// The replacement of one run of a text's bytes.
package struct TextEdit: Hashable, Sendable {
  /// Offsets into the text's UTF-8 bytes; empty for an insertion.
  package let span: Range<Int>
  /// What stands there now, invalid bytes shown as U+FFFD: an edit that meets anything else is refused.
  package let expected: String
  /// What shall stand there.
  package let replacement: String

  package init(_ span: Range<Int>, expected: String, replacement: String) {
    self.span = span
    self.expected = expected
    self.replacement = replacement
  }
}

extension SourceText {
  /// The text with all `edits` made, in whatever order they are given; every other byte stays.
  ///
  /// - Throws: `TextError.conflictingEdits` when two overlap, two insert at the same offset (which of them comes first
  ///   would depend on the order), or one lies outside; `.changedSince` when the text does not hold what an edit expects.
  package func applying(_ edits: [TextEdit]) throws(TextError) -> SourceText {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * edits.count)
    var copied = 0
    var previous: Range<Int>?
    for edit in edits.sorted(by: { ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound) }
    ) {
      guard edit.span.lowerBound >= copied, edit.span.upperBound <= bytes.count, edit.span != previous else {
        throw .conflictingEdits(path: path, offset: edit.span.lowerBound)
      }
      let found = string(at: edit.span)
      guard found.utf8.elementsEqual(edit.expected.utf8) else {
        throw .changedSince(path: path, expected: edit.expected, found: found)
      }
      result += bytes[copied..<edit.span.lowerBound]
      result += edit.replacement.utf8
      copied = edit.span.upperBound
      previous = edit.span
    }
    result += bytes[copied...]
    return SourceText(path: path, bytes: result, encoding: encoding)
  }
}
