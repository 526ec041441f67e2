/// The text of a value, and where in a file its bytes stand.
///
/// A value that the build system makes up, such as `TARGET_NAME`, stands in no file.
package struct LocatedText: Sendable {
  /// How the file writes the value down.
  package enum Notation: Sendable {
    /// As it is.
    case verbatim
    /// As a string of a property list in OpenStep form, which may have quotes and escapes.
    case openStep
  }

  /// Bytes of the value that stand in the file one after the other, just as they are.
  package struct Run: Sendable {
    /// Offsets into the value.
    package let range: Range<Int>
    /// The offset of the first one in the file.
    package let offset: Int

    package init(_ range: Range<Int>, offset: Int) {
      self.range = range
      self.offset = offset
    }
  }

  /// The value.
  package let bytes: [UInt8]
  /// The file; nil for a value that is made up.
  package let source: SourceText?
  /// The whole value in the file, quotes included; empty where an empty value would be written.
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

  /// The bytes at `span` of `source` as they are.
  package init(at span: Range<Int>, of source: SourceText) {
    self.init(Array(source.bytes[span]), of: source, at: span, runs: [Run(0..<span.count, offset: span.lowerBound)])
  }

  /// A value that is written nowhere.
  package init(_ text: String) {
    self.init(Array(text.utf8), of: nil, at: 0..<0, runs: [])
  }

  /// Where the bytes at `range` of the value stand in the file; nil when they do not stand there as they are.
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
