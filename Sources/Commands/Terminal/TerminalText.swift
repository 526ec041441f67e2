import MartletCore

/// Program output, escaped for a terminal or a log.
struct TerminalText {
  /// Whether colour sequences are kept. All other control sequences are escaped.
  let hasColor: Bool

  /// Returns a line as text. Control characters become `\u{1b}`, invalid UTF-8 `\x{ff}`; colours end with the line.
  func line(of bytes: [UInt8]) -> String {
    guard bytes.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var start = 0
    for place in bytes.indices where hasColor && place >= start {
      guard let end = Self.endOfColor(in: bytes, at: place) else { continue }
      text += Self.escaped(bytes[start..<place]) + String(decoding: bytes[place..<end], as: UTF8.self)
      start = end
    }
    return text + Self.escaped(bytes[start...]) + (start > 0 ? "\u{1B}[0m" : "")
  }

  /// Returns the end of the colour sequence at `place`: `ESC [`, digits, `;` and `:`, then `m` (ECMA-48, 8.3.117); nil
  /// when there is none.
  private static func endOfColor(in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes.has("\u{1B}[", at: place) else { return nil }
    let end = bytes.index(after: place + 2) { $0.isDigit || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
    return bytes.byte(at: end) == UInt8(ascii: "m") ? end + 1 : nil
  }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var valid = ""
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        valid.unicodeScalars.append(Unicode.UTF8.decode(encoded))
        place += encoded.count
      case .error(let length):
        text += valid.escapedForTerminal()
        valid = ""
        for byte in bytes[place..<place + length] { text += "\\x{\(String(byte, radix: 16))}" }
        place += length
      case .emptyInput:
        return text + valid.escapedForTerminal()
      }
    }
  }
}
