import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("A redaction")
struct RedactionTests {
  private func redaction(_ secrets: String...) -> Redaction { Redaction(of: secrets.map(Secret.init)) }

  @Test(
    "masks every value, and no other text",
    arguments: [
      ("", ""), ("hello", "hello"), ("s3cr3t", "***"), ("a s3cr3t b", "a *** b"), ("s3cr3ts3cr3t", "******"),
      ("s3cr3", "s3cr3"), ("S3CR3T", "S3CR3T"), ("x=s3cr3t\ny=s3cr3t\n", "x=***\ny=***\n"), ("s3cs3cr3t", "s3c***"),
      ("{\"k\":\"a\\\"b\\\"c\"}", "{\"k\":\"***\"}"), ("?k=a%22b%22c&x", "?k=***&x"), ("YSJiImM=", "***"),
    ])
  func masks(text: String, clean: String) {
    #expect(redaction("s3cr3t", "a\"b\"c").redacted(text) == clean)
  }

  @Test("masks the longest value, and all bytes of overlapping values")
  func overlap() {
    let redaction = redaction("abcdef", "abcdefghi", "efghijkl", "ghi-xyz")
    #expect(redaction.redacted("_abcdefghi_") == "_***_")
    #expect(redaction.redacted("_abcdefgh_") == "_***gh_")
    #expect(redaction.redacted("_abcdefghijkl_") == "_***_")
    #expect(redaction.redacted("_abcdefghi-xyz_") == "_***_")
    // A value inside a longer one does not end the mask early.
    #expect(self.redaction("abcdefghi", "cdefg").redacted("_abcdefghi_") == "_***_")
  }

  @Test("selects variables by name, except short values and `false`")
  func environment() {
    let redaction = Redaction(environment: [
      "API_TOKEN": "tok-12345", "KEY": "1234", "AUTH_REQUIRED": "false", "NAME": "harmless",
      "GIT_AUTHOR_NAME": "A. Author",
    ])
    #expect(redaction.redacted("tok-12345 1234 false harmless A. Author") == "*** 1234 false harmless A. Author")
  }

  @Test("without values changes no bytes, not even invalid ones")
  func nothing() {
    var stream = RedactionStream(Redaction())
    #expect(stream.redacted([0xFF, 0x61]) + stream.rest() == [0xFF, 0x61])
  }

  @Test("has the same result for any chunks")
  func cuts() {
    let redaction = redaction("s3cr3t", "s3cr3tly", "line one\nline two", "3ts3")
    for text in [
      "a s3cr3t b s3cr3tly c s3cr3tl", "x s3cr3", "line one\nline twoline one\nline", "s3cr3ts3cr3t s3cr3ts3",
    ] {
      let bytes = Array(text.utf8)
      let whole = redaction.redacted(text)
      for first in 0...bytes.count {
        for second in first...bytes.count {
          var stream = RedactionStream(redaction)
          let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
          let clean = pieces.flatMap { stream.redacted(Array($0)) } + stream.rest()
          #expect(String(decoding: clean, as: UTF8.self) == whole, "\(text) cut at \(first) and \(second)")
        }
      }
    }
  }

  @Test("holds back only the possible beginning of a value")
  func held() {
    var stream = RedactionStream(redaction("s3cr3t"))
    func redactedText(_ text: String) -> String { String(decoding: stream.redacted(Array(text.utf8)), as: UTF8.self) }
    #expect(redactedText("hello\n") == "hello\n")
    #expect(redactedText("a s3c") == "a ")
    #expect(redactedText("r") == "")
    #expect(redactedText("ap\n") == "s3crap\n")
    #expect(redactedText("s3cr3") == "")
    #expect(redactedText("t") == "***")
    #expect(stream.rest() == [])
  }

  @Test("leaves no value in any text", arguments: 1...40 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text(_ count: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: count, using: &generator)).map { _ in "ab\"/%é \n".randomElement(using: &generator) ?? "a" }
      )
    }
    let secrets = (0..<4).map { _ in "x\(text(4...9))y" }
    let redaction = Redaction(of: secrets.map(Secret.init))
    let forms = secrets.flatMap { SecretForms(of: $0).all }
    let bytes = (0..<60).flatMap { _ in
      Bool.random(using: &generator) ? Array(text(0...5).utf8) : forms.randomElement(using: &generator) ?? []
    }
    var stream = RedactionStream(redaction)
    var clean: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...12, using: &generator))
      clean += stream.redacted(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    clean += stream.rest()
    for form in forms {
      #expect(!clean.contains(form), "seed \(seed): \(String(decoding: form, as: UTF8.self))")
    }
    var whole = RedactionStream(redaction)
    #expect(whole.redacted(bytes) + whole.rest() == clean, "seed \(seed)")
  }
}
