import TextEditing

/// The text of an XML element while it is read, and where its bytes stand.
package struct XMLText: Sendable {
  private var bytes: [UInt8] = []
  private var runs: [LocatedText.Run] = []
  private let start: Int

  /// - Parameter start: The offset behind the start tag.
  init(at start: Int = 0) {
    self.start = start
  }

  /// Bytes that stand in the file as they are.
  mutating func append(_ slice: ArraySlice<UInt8>) {
    guard !slice.isEmpty else { return }
    runs.append(LocatedText.Run(bytes.count..<bytes.count + slice.count, offset: slice.startIndex))
    bytes += slice
  }

  /// A character that is written as an entity.
  mutating func append(_ scalar: Unicode.Scalar) {
    bytes += Array(String(Character(scalar)).utf8)
  }

  /// The text as it is, blanks and all, invalid bytes replaced by U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// From its first byte that stands in the file as it is to the last; nil when none does.
  package var span: Range<Int>? {
    guard let first = runs.first, let last = runs.last else { return nil }
    return first.offset..<last.offset + last.range.count
  }

  /// The text without the blanks around it.
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
