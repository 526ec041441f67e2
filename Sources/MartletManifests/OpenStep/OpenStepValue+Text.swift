import MartletBuildSettings
import MartletCore

extension OpenStepValue {
  /// The text of a string, invalid bytes replaced by U+FFFD; nil for any other value.
  var string: String? {
    guard kind == .string else { return nil }
    let content = list.source.bytes[contentSpan]
    return content.contains(UInt8(ascii: "\\")) ? text.string : String(decoding: content, as: UTF8.self)
  }

  /// The text of a string, or of an array as the build system converts it to one text: the elements separated by
  /// blanks, with blanks, quotes and backslashes escaped by a backslash. Empty for any other value.
  var text: LocatedText {
    switch kind {
    case .string: stringText
    case .array:
      LocatedText(
        Array(elements.map(\.text.bytes).map { $0.asListElement }.joined(separator: [.space])), of: list.source,
        at: span, runs: [])
    case .dictionary, .data: LocatedText([], of: list.source, at: span, runs: [])
    }
  }

  private var stringText: LocatedText {
    let source = list.source.bytes
    let content = contentSpan
    var bytes: [UInt8] = []
    var runs: [LocatedText.Run] = []
    var index = content.lowerBound
    while index < content.upperBound {
      let end = source[index..<content.upperBound].firstIndex(of: UInt8(ascii: "\\")) ?? content.upperBound
      if end > index {
        runs.append(LocatedText.Run(bytes.count..<bytes.count + end - index, offset: index))
        bytes += source[index..<end]
      }
      index = end
      if index < content.upperBound {
        bytes += Self.unescaped(source, at: &index, before: content.upperBound, isJSON: list.isJSON)
      }
    }
    if bytes.isEmpty { runs = [LocatedText.Run(0..<0, offset: content.lowerBound)] }
    return LocatedText(bytes, of: list.source, at: span, runs: runs, notation: .openStep)
  }

  /// Returns the bytes of the escape at `index`: `\n` and the like, `\"`, `\101` in octal, `\U00e9` in UTF-16; in JSON
  /// `\u00e9`.
  private static func unescaped(
    _ source: [UInt8], at index: inout Int, before end: Int, isJSON: Bool
  ) -> [UInt8] {
    index += 1
    guard index < end else { return [] }
    let mark = source[index]
    index += 1
    switch mark {
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [.lineFeed]
    case UInt8(ascii: "r"): return [.carriageReturn]
    case UInt8(ascii: "t"): return [.tab]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let digits = source[index - 1..<min(index + 2, end)].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "7") }
      index += digits.count - 1
      return utf8(of: digits, radix: 8)
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      guard isJSON == (mark == UInt8(ascii: "u")) else { return [mark] }
      let digits = source[index..<min(index + 4, end)]
      index += digits.count
      return utf8(of: digits, radix: 16)
    default: return [mark]
    }
  }

  private static func utf8(of digits: ArraySlice<UInt8>, radix: Int) -> [UInt8] {
    let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: radix).flatMap(Unicode.Scalar.init)
    return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
  }
}
