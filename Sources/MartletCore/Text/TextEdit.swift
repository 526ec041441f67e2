/// The replacement of one range of a text.
package struct TextEdit: Hashable, Sendable {
  /// The range in the text's UTF-8 bytes; empty for an insertion.
  package let span: Range<Int>
  /// The current text, invalid bytes shown as U+FFFD: the edit is refused if it differs.
  package let expected: String
  /// The new text.
  package let replacement: String

  package init(_ span: Range<Int>, expected: String, replacement: String) {
    self.span = span
    self.expected = expected
    self.replacement = replacement
  }
}

extension SourceText {
  /// Returns the text with all `edits` made, in any order; all other bytes stay.
  ///
  /// - Throws: `TextError.conflictingEdits` if two overlap, two insert at the same offset (their order would be
  ///   ambiguous), or one is outside the text; `.changedSince` if the text differs from an edit's expected text.
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
