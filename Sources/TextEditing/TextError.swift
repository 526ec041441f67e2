/// What can be wrong with a text or with an edit of it.
package enum TextError: Error, Equatable, Sendable {
  /// A file with a UTF-16 mark that is not UTF-16 at `offset` bytes.
  case invalidUTF16(offset: Int)
  /// A NUL byte at `offset`: not a text.
  case binary(offset: Int)
  /// Two edits touch the same bytes, or one lies outside the text.
  case conflictingEdits(path: RelativePath, offset: Int)
  /// The bytes at an edit's span are not those it was made for.
  case changedSince(path: RelativePath, expected: String, found: String)
}

extension TextError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidUTF16(let offset):
      "a UTF-16 mark stands at its start, but the bytes at offset \(offset) are not UTF-16"
    case .binary(let offset):
      "a NUL byte stands at offset \(offset), a text is expected"
    case .conflictingEdits(let path, let offset):
      "an edit of `\(path)` at offset \(offset) overlaps another one or lies outside the text"
    case .changedSince(let path, let expected, let found):
      "`\(path)` has `\(found)` where `\(expected)` was found before"
    }
  }
}
