import MartletCore

/// The forms in which programs write a value: unchanged, percent-encoded, as base64, in hexadecimal, escaped for JSON
/// and HTML, quoted for Python and shells.
struct SecretForms {
  /// Every form, the value itself included, each at least `minimumLength` bytes long.
  private(set) var all: Set<[UInt8]> = []

  /// Shorter values are parts of too many harmless words.
  static let minimumLength = 5

  /// Blanks and line ends around `value` are ignored, because programs drop them. Each line of a multi-line value is
  /// masked separately as well, because programs indent lines and change line ends.
  init(of value: String) {
    let bytes = Self.trimmed(Array(value.utf8)[...])
    let lines = bytes.split(whereSeparator: \.isLineEnd).map(Self.trimmed)
    // In any order: a set takes the forms.
    for text in Set([bytes] + lines) where text.count >= Self.minimumLength {
      insert(text)
      percentEncodings(of: text).forEach { insert($0) }
      jsonEscapings(of: text).forEach { insert($0) }
      quotings(of: text).forEach { insert($0) }
      for encoded in [Base64.standard, .urlSafe].flatMap({ $0.fragments(of: text) }) { insert(encoded) }
    }
  }

  /// Returns whether `value` is too short to be masked.
  static func areTooShort(of value: String) -> Bool {
    (1..<minimumLength).contains(trimmed(Array(value.utf8)[...]).count)
  }

  private mutating func insert(_ form: [UInt8]) {
    if form.count >= Self.minimumLength { all.insert(form) }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineEnd }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(bytes[first...last])
  }
}

// MARK: Percent-encoding (RFC 3986, 2.1) and JSON (RFC 8259, 7)

extension SecretForms {
  /// Returns the forms with digits of either case, with `+` for a blank as in HTML forms, and with the characters that
  /// libraries do not encode.
  private func percentEncodings(of text: [UInt8]) -> [[UInt8]] {
    func encoded(_ digits: [UInt8], blank: [UInt8]?, leaving signs: String) -> [UInt8] {
      text.flatMap { byte -> [UInt8] in
        if byte == .space, let blank { return blank }
        let isUnencoded = byte.isIdentifier || byte.isDigit || signs.utf8.contains(byte)
        return isUnencoded ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return [Self.upperDigits, Self.lowerDigits].flatMap { digits in
      Self.unencodedSigns.flatMap { signs in
        [
          encoded(digits, blank: nil, leaving: signs), encoded(digits, blank: [UInt8(ascii: "+")], leaving: signs),
        ]
      }
    }
  }

  static let lowerDigits = Array("0123456789abcdef".utf8)
  static let upperDigits = Array("0123456789ABCDEF".utf8)

  /// Unencoded besides letters, digits and `_`: RFC 3986; Python's `quote`; PHP; Java and Ruby's CGI;
  /// `encodeURIComponent`; `encodeURI`; Foundation's `urlPathAllowed` and `urlQueryAllowed`.
  private static let unencodedSigns = [
    "-.~", "-.~/", "-.", "-.*", "-.~!*'()", "-.~!*'();/?:@&=+$,#", "-.~!*'()/:@&=+$,", "-.~!*'();/?:@&=+$,",
  ]

  /// Returns the forms with the fewest escapes, with `\/`, and with ASCII characters only.
  private func jsonEscapings(of text: [UInt8]) -> [[UInt8]] {
    let string = String(decoding: text, as: UTF8.self)
    func escaped(_ isEscaped: (Unicode.Scalar) -> Bool) -> [UInt8] {
      string.unicodeScalars.flatMap { scalar -> [UInt8] in
        switch scalar {
        case "\"": Array("\\\"".utf8)
        case "\\": Array("\\\\".utf8)
        case "\n": Array("\\n".utf8)
        case "\r": Array("\\r".utf8)
        case "\t": Array("\\t".utf8)
        case "/" where isEscaped(scalar): Array("\\/".utf8)
        case _ where scalar.value < 0x20 || isEscaped(scalar):
          Character(scalar).utf16.flatMap { unit in
            Array("\\u\(unit.zeroPadded(to: 4, radix: 16))".utf8)
          }
        default: Array(String(scalar).utf8)
        }
      }
    }
    return [
      escaped { _ in false }, escaped { $0 == "/" }, escaped { !$0.isASCII }, escaped { $0 == "/" || !$0.isASCII },
    ]
  }
}
