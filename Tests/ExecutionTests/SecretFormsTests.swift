import Foundation
import Lanes
import Processes
import TestSupport
import Testing

@testable import Execution

@Suite("The forms of a secret")
struct SecretFormsTests {
  private func forms(_ value: String) -> Set<String> {
    Set(SecretForms(of: value).all.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test(
    "include the secret itself, percent-encoded, as base64, in hexadecimal, escaped for JSON and HTML, quoted for Python and shells"
  )
  func all() {
    #expect(
      forms("a/b \"é") == [
        "a/b \"é",
        "a%2Fb%20%22%C3%A9", "a%2fb%20%22%c3%a9", "a%2Fb+%22%C3%A9", "a%2fb+%22%c3%a9",
        "a/b%20%22%C3%A9", "a/b%20%22%c3%a9", "a/b+%22%C3%A9", "a/b+%22%c3%a9",
        "a/b \\\"é", "a\\/b \\\"é", "a/b \\\"\\u00e9", "a\\/b \\\"\\u00e9",
        "YS9iICLDqQ==", "YS9iICLDqQ", "YS9iICLDq",
        "EvYiAiw6k=", "EvYiAiw6k", "EvYiAiw6",
        "hL2IgIsOp",
        "a/b &quot;é", "a/b &#34;é", "a&#x2F;b &quot;é", "a&#x2F;b &#34;é", "a&#x2F;b \"é",
        "a/b \"\\xc3\\xa9", "a/b\\ \\\"é",
        "612f622022c3a9", "612F622022C3A9",
      ])
  }

  /// The real programs encode the secret.
  @Test(
    "match the output of Python, shells, `xxd` and `od`",
    .enabled(if: ReferenceProgram("python3") != nil && ReferenceProgram("bash") != nil, "no python3, or no bash"),
    arguments: [
      "S3cr3t-C@nary/+\"q\\x", "it's \"both\" & <more> = `1`", "pass word~!*'()", "tab\tand \\ end", "a=b?c#d:e,f",
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    ])
  func programs(secret: String) throws {
    let python = """
      import os, urllib.parse, json, html
      t = os.environ["S"]
      for line in [urllib.parse.quote(t), urllib.parse.quote(t, safe=""), urllib.parse.quote_plus(t), json.dumps(t),
                   html.escape(t), html.escape(t, quote=False), repr(t), repr(t.encode()), t.encode().hex(),
                   t.encode().hex().upper()]:
          print(line.replace("\\n", "\\\\n"))
      """
    let shell = """
      python3 -c "$P"
      printf '%q\\n' "$S"
      { set -x; : "$S"; } 2>&1
      set +x
      printf %s "$S" | od -An -v -tx1 | tr -d ' \\n'; echo
      """
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "S": secret, "P": python, "PYTHONUTF8": "1",
      "LC_ALL": "C.UTF-8",
    ]
    let result = try Command("bash", ["-c", shell], environment: environment).run()
    #expect(result.succeeded, "\(result.errorText)")
    let lines = result.outputText.split(separator: "\n").map(String.init)
    #expect(lines.count >= 13, "\(lines)")
    let redaction = Redaction(of: [Secret(secret)])
    for line in lines where !line.hasSuffix("set +x") {
      #expect(redaction.redacted(line).contains("***"), "\(line)")
    }
  }

  @Test(
    "are found in the base64 of any text around the secret", arguments: ["s3cr3t", "s3cr3t!", "s3cr3t!?", "a?>?>?>~~~"])
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

  @Test("include the URL and base64 encodings of other languages")
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

  @Test("ignore surrounding blanks, and include each line")
  func lines() {
    let forms = forms("  first line\r\n\tsecond line\n\nlast\n")
    #expect(forms.isSuperset(of: ["first line\r\n\tsecond line\n\nlast", "first line", "second line"]))
    #expect(forms.contains("first line\\r\\n\\tsecond line\\n\\nlast"))
    #expect(!forms.contains("last"))
  }

  @Test("include the lines of long base64", arguments: [64, 76])
  func longBase64(width: Int) {
    let secret = String(repeating: "0123456789", count: 20)
    let options: Data.Base64EncodingOptions = [
      width == 64 ? .lineLength64Characters : .lineLength76Characters, .endLineWithLineFeed,
    ]
    let lines = Data(secret.utf8).base64EncodedString(options: options).split(separator: "\n").map(String.init)
    #expect(lines.count > 2)
    #expect(forms(secret).isSuperset(of: lines))
  }

  @Test("do not exist for a short value", arguments: ["", " ", "1234", "true", " abcd\n", "é1é"])
  func short(value: String) {
    #expect(forms(value) == (value == "é1é" ? forms("é1é") : []))
    #expect(SecretForms.areTooShort(of: value) == ["1234", "true", " abcd\n"].contains(value))
  }
}
