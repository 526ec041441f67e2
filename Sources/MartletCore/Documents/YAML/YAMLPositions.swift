/// The byte offsets of libyaml's positions in a text.
///
/// Computed once, because a file may have thousands of values in one line. libyaml's lines also end at NEL, LS and PS.
package struct YAMLPositions {
  /// The offset of every Unicode scalar.
  private var scalars: [Int] = []
  /// The index of the first scalar of every line.
  private var lines = [0]
  private let end: Int

  package init(in bytes: ArraySlice<UInt8>) {
    end = bytes.endIndex
    for index in bytes.indices {
      if bytes[index] & 0xC0 != 0x80 { scalars.append(index) }
      let isEnd =
        switch bytes[index] {
        case .lineFeed: true
        case .carriageReturn: bytes.byte(at: index + 1) != .lineFeed
        case 0x85: bytes.byte(at: index - 1) == 0xC2
        case 0xA8, 0xA9: bytes.byte(at: index - 1) == 0x80 && bytes.byte(at: index - 2) == 0xE2
        default: false
        }
      if isEnd { lines.append(scalars.count) }
    }
  }

  /// Returns the byte offset of a position; the end of the text for one behind it.
  package func offset(of mark: YAMLMark) -> Int {
    guard lines.indices.contains(mark.line) else { return end }
    let index = lines[mark.line] + mark.column
    return scalars.indices.contains(index) ? scalars[index] : end
  }
}
