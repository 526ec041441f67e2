/// An error in a text or in an edit of it.
package enum TextError: Error, Equatable, Sendable {
  /// A file with a UTF-16 mark and invalid UTF-16 at `offset` bytes.
  case invalidUTF16(offset: Int)
  /// A NUL byte at `offset`: not a text.
  case binary(offset: Int)
  /// Two edits of the same bytes, or one outside the text.
  case conflictingEdits(path: RelativePath, offset: Int)
  /// The bytes at an edit's span differ from the expected ones.
  case changedSince(path: RelativePath, expected: String, found: String)
}

extension TextError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidUTF16(let offset):
      "it begins with a UTF-16 mark, but the bytes at offset \(offset) are not UTF-16"
    case .binary(let offset):
      "NUL byte at offset \(offset), expected a text"
    case .conflictingEdits(let path, let offset):
      "an edit of `\(path)` at offset \(offset) overlaps another edit or is outside the text"
    case .changedSince(let path, let expected, let found):
      "`\(path)` has `\(found)` where `\(expected)` was found before"
    }
  }
}
