/// The text of a value, with the places of its bytes in a file.
///
/// A value of the build system itself, such as `TARGET_NAME`, is in no file.
package struct LocatedText: Sendable {
  /// The notation of the value in the file.
  package enum Notation: Sendable {
    /// Literally.
    case verbatim
    /// As a string of an OpenStep property list, which may have quotes and escapes.
    case openStep
  }

  /// Consecutive bytes of the value that are literally in the file.
  package struct Run: Sendable {
    /// The range in the value.
    package let range: Range<Int>
    /// The offset of its first byte in the file.
    package let offset: Int

    package init(_ range: Range<Int>, offset: Int) {
      self.range = range
      self.offset = offset
    }
  }

  /// The value.
  package let bytes: [UInt8]
  /// The file; nil for a value that is in no file.
  package let source: SourceText?
  /// The range of the whole value in the file, including quotes; empty at the place of an empty value.
  package let span: Range<Int>
  package let notation: Notation
  package let runs: [Run]

  package init(
    _ bytes: [UInt8], of source: SourceText?, at span: Range<Int>, runs: [Run], notation: Notation = .verbatim
  ) {
    self.bytes = bytes
    self.source = source
    self.span = span
    self.runs = runs
    self.notation = notation
  }

  /// Creates the text of the literal bytes at `span` of `source`.
  package init(at span: Range<Int>, of source: SourceText) {
    self.init(Array(source.bytes[span]), of: source, at: span, runs: [Run(0..<span.count, offset: span.lowerBound)])
  }

  /// Creates a value that is in no file.
  package init(_ text: String) {
    self.init(Array(text.utf8), of: nil, at: 0..<0, runs: [])
  }

  /// Returns the range in the file of the bytes at `range` of the value; nil if they are not there literally.
  package func span(of range: Range<Int>) -> Range<Int>? {
    guard source != nil,
      let run = runs.first(where: { $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound }
      )
    else { return nil }
    let start = run.offset + range.lowerBound - run.range.lowerBound
    return start..<start + range.count
  }

  /// The value, invalid bytes replaced by U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}
