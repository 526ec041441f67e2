// Escapes of HTML, Python and shells, and hexadecimal digits.

extension SecretForms {
  /// Returns all these forms.
  func quotings(of text: [UInt8]) -> [[UInt8]] {
    htmlEscapings(of: text) + pythonEscapings(of: text) + shellQuotings(of: text) + hexadecimalDigits(of: text)
  }

  /// Returns the text with quotes kept, or replaced by the names and numbers that libraries use.
  private func htmlEscapings(of text: [UInt8]) -> [[UInt8]] {
    let always: [UInt8: String] = [UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;"]
    // The form of Mustache templates for JavaScript.
    let strict: [UInt8: String] = [
      UInt8(ascii: "/"): "&#x2F;", UInt8(ascii: "`"): "&#x60;", UInt8(ascii: "="): "&#x3D;",
    ]
    return ["\"", "&quot;", "&#34;"].flatMap { double in
      ["'", "&#39;", "&#x27;", "&apos;"].flatMap { single in
        let quotes = always.merging([UInt8(ascii: "\""): double, UInt8(ascii: "'"): single]) { $1 }
        return [replacing(quotes, in: text), replacing(quotes.merging(strict) { $1 }, in: text)]
      }
    }
  }

  /// Returns the forms of Python's `repr`, which escapes the enclosing quote.
  private func pythonEscapings(of text: [UInt8]) -> [[UInt8]] {
    var escapes = [UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"]
    func number(_ byte: UInt8) -> String {
      "\\x" + String(decoding: [Self.lowerDigits[Int(byte >> 4)], Self.lowerDigits[Int(byte & 15)]], as: UTF8.self)
    }
    for byte in UInt8(0)..<0x20 where escapes[byte] == nil { escapes[byte] = number(byte) }
    escapes[0x7F] = number(0x7F)
    let beyondASCII = Dictionary((UInt8(0x80)...0xFF).map { ($0, number($0)) }) { $1 }
    return ["'", "\\'"].flatMap { quote in
      let texts = escapes.merging([UInt8(ascii: "'"): quote]) { $1 }
      return [replacing(texts, in: text), replacing(texts.merging(beyondASCII) { $1 }, in: text)]
    }
  }

  /// Returns the text in single quotes, as `set -x` prints it; in double quotes; and with backslashes, as `printf %q`
  /// does.
  private func shellQuotings(of text: [UInt8]) -> [[UInt8]] {
    func backslashes(_ signs: String) -> [UInt8: String] {
      Dictionary(signs.utf8.map { ($0, "\\" + String(decoding: [$0], as: UTF8.self)) }) { $1 }
    }
    return [
      replacing([UInt8(ascii: "'"): "'\\''"], in: text), replacing(backslashes("\\\"$`"), in: text),
      replacing(backslashes(" !\"$&'()*,;<>?[\\]^`{|}"), in: text),
      replacing(backslashes(" !\"#$&'()*,;<=>?[\\]^`{|}~"), in: text),
    ]
  }

  /// Returns the digits in either case, also in the lines of `xxd -p`.
  private func hexadecimalDigits(of text: [UInt8]) -> [[UInt8]] {
    [Self.lowerDigits, Self.upperDigits].flatMap { digits in
      let whole = text.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      let lines = stride(from: 0, to: whole.count, by: 60).map { Array(whole[$0..<min($0 + 60, whole.count)]) }
      // A short last line could be any number.
      return [whole] + lines.filter { $0.count >= 2 * Self.minimumLength }
    }
  }

  private func replacing(_ escapes: [UInt8: String], in text: [UInt8]) -> [UInt8] {
    text.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
  }
}
