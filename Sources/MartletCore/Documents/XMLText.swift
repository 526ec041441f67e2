/// The text of an XML element during scanning, and the range of its bytes.
package struct XMLText: Sendable {
  private var bytes: [UInt8] = []
  private var runs: [LocatedText.Run] = []
  private let start: Int

  /// - Parameter start: The offset after the start tag.
  init(at start: Int = 0) {
    self.start = start
  }

  /// Appends bytes that are literally in the file.
  mutating func append(_ slice: ArraySlice<UInt8>) {
    guard !slice.isEmpty else { return }
    runs.append(LocatedText.Run(bytes.count..<bytes.count + slice.count, offset: slice.startIndex))
    bytes += slice
  }

  /// Appends a character that is written as an entity.
  mutating func append(_ scalar: Unicode.Scalar) {
    bytes += Array(String(Character(scalar)).utf8)
  }

  /// The text with its blanks, invalid bytes replaced by U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The range from its first literal byte to its last; nil without literal bytes.
  package var span: Range<Int>? {
    guard let first = runs.first, let last = runs.last else { return nil }
    return first.offset..<last.offset + last.range.count
  }

  /// Returns the text without surrounding blanks.
  ///
  /// - Parameter end: The offset of the end tag.
  package func located(in source: SourceText, until end: Int) -> LocatedText {
    let isBlank = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
    let first = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    let last = (bytes.lastIndex { !isBlank($0) } ?? first - 1) + 1
    let kept = runs.compactMap { run -> LocatedText.Run? in
      let range = run.range.clamped(to: first..<last)
      guard !range.isEmpty else { return nil }
      return LocatedText.Run(
        range.lowerBound - first..<range.upperBound - first,
        offset: run.offset + range.lowerBound - run.range.lowerBound)
    }
    return LocatedText(Array(bytes[first..<last]), of: source, at: start..<end, runs: kept)
  }
}
