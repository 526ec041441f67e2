import Foundation
import TestSupport
import Testing

@testable import Execution

@Suite("The forms of a secret")
struct SecretFormsTests {
  private func forms(_ value: String) -> Set<String> {
    Set(SecretForms(of: value).all.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test("are itself, percent-encoded, as base64 and escaped for JSON")
  func all() {
    #expect(
      forms("a/b \"é") == [
        "a/b \"é",
        "a%2Fb%20%22%C3%A9", "a%2fb%20%22%c3%a9", "a%2Fb+%22%C3%A9", "a%2fb+%22%c3%a9",
        "a/b \\\"é", "a\\/b \\\"é", "a/b \\\"\\u00e9", "a\\/b \\\"\\u00e9",
        "YS9iICLDqQ==", "YS9iICLDqQ", "YS9iICLDq",
        "EvYiAiw6k=", "EvYiAiw6k", "EvYiAiw6",
        "hL2IgIsOp",
      ])
  }

  @Test("are found in the base64 of any text around it", arguments: ["s3cr3t", "s3cr3t!", "s3cr3t!?", "a?>?>?>~~~"])
  func base64(secret: String) {
    for length in 0...4 {
      let text = Data((String(repeating: "u", count: length) + secret + String(repeating: ":", count: length)).utf8)
      for encoded in [
        text.base64EncodedString(),
        text.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
      ] {
        #expect(forms(secret).contains { encoded.contains($0) }, "\(encoded)")
      }
    }
  }

  @Test("are as URL encoding and base64 have them elsewhere, too")
  func peers() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let scalars = (0..<Int.random(in: 5...40, using: &generator)).map { _ in
        Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &generator)))
      }
      let secret = String(scalars)
      let forms = forms(secret)
      #expect(forms.contains(Data(secret.utf8).base64EncodedString()))
      let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
      #expect(forms.contains(try #require(secret.addingPercentEncoding(withAllowedCharacters: unreserved))))
      let json = String(decoding: try JSONEncoder().encode([secret]), as: UTF8.self)
      #expect(forms.contains(String(json.dropFirst(2).dropLast(2))))
    }
  }

  @Test("do not count the blanks around it, and know its lines")
  func lines() {
    let forms = forms("  first line\r\n\tsecond line\n\nlast\n")
    #expect(forms.isSuperset(of: ["first line\r\n\tsecond line\n\nlast", "first line", "second line"]))
    #expect(forms.contains("first line\\r\\n\\tsecond line\\n\\nlast"))
    #expect(!forms.contains("last"))
  }

  @Test("know the lines of long base64", arguments: [64, 76])
  func longBase64(width: Int) {
    let secret = String(repeating: "0123456789", count: 20)
    let options: Data.Base64EncodingOptions = [
      width == 64 ? .lineLength64Characters : .lineLength76Characters, .endLineWithLineFeed,
    ]
    let lines = Data(secret.utf8).base64EncodedString(options: options).split(separator: "\n").map(String.init)
    #expect(lines.count > 2)
    #expect(forms(secret).isSuperset(of: lines))
  }

  @Test("are none of a short value", arguments: ["", " ", "1234", "true", " abcd\n", "é1é"])
  func short(value: String) {
    #expect(forms(value) == (value == "é1é" ? forms("é1é") : []))
    #expect(SecretForms.areTooShort(of: value) == ["1234", "true", " abcd\n"].contains(value))
  }
}
