import MartletCore

extension Project {
  /// The replacement of one value in a file.
  public struct Edit: Hashable, Sendable {
    /// The place of the first byte.
    public let place: Place
    /// The range in bytes of the file as UTF-8, its byte order mark included. For a file in UTF-16, use ``place``.
    public let range: Range<Int>
    /// The current text.
    public let old: String
    /// The new text.
    public let new: String

    init(_ edit: TextEdit, of source: SourceText) {
      place = Place(source.place(at: edit.span.lowerBound))
      range = edit.span
      old = edit.expected
      new = edit.replacement
    }
  }
}
