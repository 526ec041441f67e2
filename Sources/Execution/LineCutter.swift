import TextEditing

/// Cuts a text that comes in pieces into lines.
///
/// A line ends with a line feed, a carriage return or both; a carriage return alone, by which programs draw a line anew,
/// makes no empty lines. A line that will not end is given in parts.
struct LineCutter {
  private var line: [UInt8] = []
  private var endsWithCarriageReturn = false

  /// How many bytes of a line are kept.
  static let limit = 1 << 16

  /// The lines that are whole after `bytes`, without their ends.
  mutating func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    for index in bytes.indices where bytes[index].isLineEnd || endsWithCarriageReturn {
      let byte = bytes[index]
      add(bytes[start..<index], to: &lines)
      start = byte.isLineEnd ? index + 1 : index
      if byte == .lineFeed || (endsWithCarriageReturn && !line.isEmpty) { lines.append(take()) }
      endsWithCarriageReturn = byte == .carriageReturn
    }
    add(bytes[start...], to: &lines)
    return lines
  }

  /// The line that has no end, when the text ends here; nil when it is empty.
  mutating func rest() -> [UInt8]? { line.isEmpty ? nil : take() }

  private mutating func add(_ bytes: ArraySlice<UInt8>, to lines: inout [[UInt8]]) {
    line += bytes
    while line.count > Self.limit {
      lines.append(Array(line.prefix(Self.limit)))
      line.removeFirst(Self.limit)
    }
  }

  private mutating func take() -> [UInt8] {
    defer { line = [] }
    return line
  }
}
