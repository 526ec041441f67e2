import MartletCore

/// Splits a text that comes in pieces into lines.
///
/// A line ends with a line feed, a carriage return or both. A carriage return alone, with which programs redraw a line,
/// makes no empty lines. A line that is too long is passed in parts.
struct LineSplitter {
  private var line: [UInt8] = []
  private var endsWithCarriageReturn = false

  /// The maximum length of a line in bytes.
  static let limit = 1 << 16

  /// Returns the lines that are complete after `bytes`, without their ends.
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

  /// Returns the last line, which has no end; nil when it is empty.
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
