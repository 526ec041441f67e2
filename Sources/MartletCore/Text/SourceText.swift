/// A file's text without normalisation: including byte order mark, line ends and invalid bytes.
package struct SourceText: Hashable, Sendable {
  /// The path of the file.
  package let path: RelativePath
  /// The text in UTF-8, or the file's own bytes unless they are UTF-16. All offsets refer to these.
  package let bytes: [UInt8]
  /// The encoding of the file.
  package let encoding: TextEncoding
  /// The start of each line, and of the line after a trailing line end: computed once, because hundreds of places in a
  /// project file of megabytes are looked up.
  private let lineStarts: [Int]

  package init(path: RelativePath, bytes: [UInt8], encoding: TextEncoding = .utf8) {
    self.path = path
    self.bytes = bytes
    self.encoding = encoding
    lineStarts = Self.lineStarts(in: bytes)
  }

  /// Creates a text in UTF-8, for example of a new file.
  package init(path: RelativePath, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Decodes the bytes of a file.
  ///
  /// - Throws: `TextError.invalidUTF16` for a broken UTF-16 file. UTF-8 is not checked; invalid bytes are kept.
  package init(path: RelativePath, fileBytes: [UInt8]) throws(TextError) {
    let encoding = TextEncoding.announced(by: fileBytes)
    self.init(path: path, bytes: try encoding.decoded(fileBytes), encoding: encoding)
  }

  /// The bytes of a file with this text.
  package var fileBytes: [UInt8] { encoding.encoded(bytes) }

  /// The offset of the first byte after a byte order mark.
  package var startOffset: Int { lineStarts[0] }

  /// Returns the text at `span`, invalid bytes replaced by U+FFFD.
  package func string(at span: Range<Int>) -> String {
    String(decoding: bytes[span], as: UTF8.self)
  }

  /// Returns the line and column of the byte at `offset`. CR, LF and CR LF end a line.
  package func place(at offset: Int) -> Place {
    let offset = min(max(offset, startOffset), bytes.count)
    let line = lineNumber(of: offset)
    let column = string(at: lineStarts[line - 1]..<offset).unicodeScalars.count + 1
    return Place(path: path, line: line, column: column)
  }

  /// Returns the range of line number `line` (from 1) without its line end; nil after the last line.
  package func span(ofLine line: Int) -> Range<Int>? {
    guard line >= 1, line <= lineStarts.count else { return nil }
    let start = lineStarts[line - 1]
    guard line < lineStarts.count else { return start < bytes.count ? start..<bytes.count : nil }
    var end = lineStarts[line] - 1
    if end > start, bytes[end] == .lineFeed, bytes[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }

  /// The ranges of all lines without line ends; a trailing line end does not begin an empty line.
  package var lineSpans: [Range<Int>] { (1...lineStarts.count).compactMap(span(ofLine:)) }

  /// Returns the number of the last line that begins at or before `offset`; 1 for an offset before all lines.
  private func lineNumber(of offset: Int) -> Int { max(1, lineStarts.partitioningIndex { $0 > offset }) }

  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    bytes.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        // Eight bytes at a time, as long as all of them are above CR.
        if index &+ 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).isWithoutControls {
          index &+= 8
          continue
        }
        let end = min(index &+ 8, bytes.count)
        while index < end {
          let isFirstOfTwo = bytes[index] == .carriageReturn && bytes.byte(at: index &+ 1) == .lineFeed
          if bytes[index].isLineEnd, !isFirstOfTwo { starts.append(index &+ 1) }
          index &+= 1
        }
      }
    }
    return starts
  }
}

extension UInt64 {
  /// Whether none of its eight bytes is below 0x20.
  fileprivate var isWithoutControls: Bool {
    let lowest: UInt64 = 0x2020_2020_2020_2020
    let highBits: UInt64 = 0x8080_8080_8080_8080
    return (self &- lowest) & ~self & highBits == 0
  }
}
