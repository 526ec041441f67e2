/// The encoding that a commit says its message is in, brought to UTF-8.
///
/// git calls iconv for this, which is not the same library everywhere; of what histories hold, these have one byte a
/// character, and a table each. Of any other encoding the bytes are left as they are: what decides about a release is
/// ASCII in nearly all of them.
struct MessageEncoding {
  /// The characters of the bytes from 0x80 on; nil for those that nobody assigned.
  private let upperHalf: [Unicode.Scalar]

  /// The encoding called `name`, in any spelling that iconv takes; nil for UTF-8 and for those that have no table here.
  init?(_ name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "iso88591", "latin1", "l1": self.init(replacing: [:])
    case "iso885915", "latin9":
      self.init(replacing: [
        0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
      ])
    case "cp1252", "windows1252": self.init(from: 0x80, "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ")
    case "cp1251", "windows1251":
      self.init(
        from: 0x80,
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
          + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя")
    case "koi8r":
      self.init(
        from: 0x80,
        "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
          + "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")
    default: return nil
    }
  }

  /// ISO 8859-1 with other characters in the places of `changes`.
  private init(replacing changes: [UInt8: Unicode.Scalar]) {
    upperHalf = (UInt8(0x80)...0xFF).map { changes[$0] ?? Unicode.Scalar($0) }
  }

  /// ISO 8859-1 with `characters` in the places from `start` on.
  private init(from start: UInt8, _ characters: String) {
    let bytes = zip(start...0xFF, characters.unicodeScalars).map { ($0, $1) }
    self.init(replacing: Dictionary(bytes) { first, _ in first })
  }

  /// `bytes` in UTF-8.
  func utf8(of bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.reduce(into: []) { result, byte in
      if byte < 0x80 {
        result.append(byte)
      } else {
        result += Unicode.UTF8.encode(upperHalf[Int(byte) - 0x80]) ?? Unicode.UTF8.encodedReplacementCharacter
      }
    }
  }
}
