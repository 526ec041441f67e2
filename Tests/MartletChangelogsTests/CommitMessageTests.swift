import MartletChangelogs
import MartletCore
import TestSupport
import Testing

@Suite("The message of a commit")
struct CommitMessageTests {
  @Test("is parsed as Conventional Commits defines", arguments: ConventionalCase.all)
  func reading(_ example: ConventionalCase) {
    let change = Change(.example(example.message))
    let found = change.message.conventional.map { header in
      ConventionalCase.Reading(
        type: header.type, scope: header.scope, isBreaking: change.isBreaking, description: header.description)
    }
    #expect(found == example.reading)
  }

  @Test("is read the same with other line ends")
  func lineEnds() {
    for example in ConventionalCase.all {
      let message = CommitMessage(Array(example.message.replacing("\n", with: "\r\n").utf8))
      let expected = CommitMessage(Array(example.message.utf8))
      #expect(message.conventional == expected.conventional, "\(example.message)")
      #expect(message.body == expected.body, "\(example.message)")
      #expect(message.footers == expected.footers, "\(example.message)")
    }
  }

  @Test("has a header, a body and footers, each of which continues until the next begins")
  func parts() {
    let message = CommitMessage(
      Array(
        """

        fix(ui): do it

        One paragraph:
        not a footer.

        Another: paragraph, and so a footer
        over two lines.

        And a third.
        Refs #12
        BREAKING CHANGE: all
        of it

        (cherry picked from commit 1234567890)
        not of it
        Signed-off-by: A <a@example.com>

        """.utf8))
    #expect(message.header == "fix(ui): do it")
    #expect(message.body == "One paragraph:\nnot a footer.")
    #expect(
      message.footers.map { "\($0.token)=\($0.value)" } == [
        "Another=paragraph, and so a footer\nover two lines.\n\nAnd a third.", "Refs=12", "BREAKING CHANGE=all\nof it",
        "Signed-off-by=A <a@example.com>",
      ])
  }

  @Test("may be empty, or not text at all")
  func hostile() {
    for bytes: [UInt8] in [[], [0x0A], [0x20, 0x0D, 0x0A], [0], [0xFF, 0xFE], Array("\u{2028}".utf8)] {
      let message = CommitMessage(bytes)
      #expect(message.conventional == nil)
      #expect(message.footers.isEmpty)
    }
    let latin = CommitMessage(Array("feat(".utf8) + [0xFC] + Array("): ".utf8) + [0xE9, 0x0A])
    #expect(latin.conventional?.type == "feat")
    #expect(latin.conventional?.scope == "\u{FFFD}")
    #expect(latin.conventional?.description == "\u{FFFD}")
    #expect(CommitMessage(Array("fix: a\u{0}b".utf8)).conventional?.description == "a\u{0}b")
  }

  @Test("is parsed in linear time, for any contents")
  func bounded() {
    let pieces = [
      "#1", "-1", "a/", "fix #1, ", "BREAKING CHANGE: x\n", "A: b\n\n", "(((((", "\n", "GH-1 ", "\"Revert \"",
    ]
    for piece in pieces {
      let text = "feat: x\n\n" + String(repeating: piece, count: 60_000 / piece.utf8.count)
      let change = Change(.example(text))
      #expect(change.type == "feat")
      #expect(change.references.count < 10)
    }
    let header = Change(.example("feat(" + String(repeating: "x", count: 60_000) + "): y"))
    #expect(header.scope?.utf8.count == 60_000)
  }

  @Test("can be parsed from any bytes")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let words = [
      "feat", "fix", "(", ")", "!", ":", " ", "\n", "\n\n", "BREAKING CHANGE", "#12", "Revert \"", "\"", "\r",
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        bytes += words.randomElement(using: &generator).map { Array($0.utf8) } ?? []
        if Int.random(in: 0...5, using: &generator) == 0 { bytes.append(UInt8.random(in: 0...255, using: &generator)) }
      }
      let change = Change(.example(bytes))
      let again = CommitMessage(Array(change.message.header.utf8))
      #expect(again.conventional == change.message.conventional, "seed \(seed): \(bytes)")
      _ = (change.authors, change.references, change.reversion)
    }
  }
}

extension CommitRecord {
  /// A commit with this message, of the number `number`.
  static func example(_ message: String, _ number: Int = 1, parents: Int = 1) -> CommitRecord {
    example(Array(message.utf8), number, parents: parents)
  }

  static func example(_ message: [UInt8], _ number: Int = 1, parents: Int = 1) -> CommitRecord {
    CommitRecord(
      id: .example(number), parents: Array(repeating: .example(0), count: parents),
      author: Person(name: "A. Author", email: "author@example.com"), message: message)
  }
}

extension ObjectID {
  /// An id that begins with the digits of `number` and ends in zeros.
  static func example(_ number: Int) -> ObjectID {
    let digits = String(number + 0x1000, radix: 16)
    guard let id = ObjectID(digits + String(repeating: "0", count: 40 - digits.count)) else {
      preconditionFailure("no id of \(number)")
    }
    return id
  }
}
