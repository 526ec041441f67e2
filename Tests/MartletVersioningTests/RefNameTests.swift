import MartletCore
import TestSupport
import Testing

@Suite("A ref name")
struct RefNameTests {
  private static let valid = [
    "refs/tags/1.5.0", "refs/tags/v1.5.0-beta.1+7", "refs/heads/main", "refs/tags/app/1.5.0", "a/b", "refs/tags/@",
    "refs/tags/a@b", "refs/tags/a{b}", "refs/tags/-a", "refs/tags/a.lock.b", "refs/tags/lock", "refs/tags/a.b",
    "refs/tags./a", "refs/tags/\u{E9}", "refs/tags/\u{1F426}", "refs/tags/a'b\"c$(d)`e`", "refs/tags/a.Lock",
    "refs/@/a",
    "refs/tags/\u{301}a", "refs/tags/a.\u{301}b", "refs/tags/a.lock\u{301}", "refs/\u{301}",
  ]
  private static let invalid = [
    "", "main", "/", "refs/", "/refs/a", "refs//a", "refs/tags/", "refs/tags/.a", "refs/.tags/a", "refs/tags/a..b",
    "refs/tags/a.", "refs/tags/a.lock", "refs/a.lock/b", "refs/tags/.lock", "refs/tags/a b", "refs/tags/a~b",
    "refs/tags/a^b", "refs/tags/a:b", "refs/tags/a?b", "refs/tags/a*b", "refs/tags/a[b", "refs/tags/a\\b",
    "refs/tags/a@{b", "refs/tags/a\tb", "refs/tags/a\nb", "refs/tags/a\u{7F}b", "refs/tags/a\u{1}b", "@",
    "refs/tags/a\r\nb",
    // Swift combines each of these pairs into one character; git sees the forbidden byte.
    "refs/tags/.\u{301}a", "refs/tags/a..\u{301}b", "refs/tags/a~\u{301}", "refs/tags/a@{\u{301}",
    "refs/tags//\u{301}a",
  ]

  @Test("follows git's rules", arguments: valid)
  func taken(name: String) {
    #expect(RefName.isValid(name))
  }

  @Test("is refused if git refuses it", arguments: invalid)
  func refused(name: String) {
    #expect(!RefName.isValid(name))
  }

  @Test("contains no NUL byte, which cannot be passed to a program")
  func nul() {
    #expect(!RefName.isValid("refs/tags/a\0b"))
  }

  @Test("is valid if `git check-ref-format` accepts it", .enabled(if: ReferenceProgram("git") != nil))
  func table() throws {
    try compareWithGit(Self.valid + Self.invalid, "table")
  }

  @Test(
    "is valid if `git check-ref-format` accepts it, on random names", .enabled(if: ReferenceProgram("git") != nil),
    arguments: [81, 82] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "B", "1", ".", "..", "/", "/", "-", "@", "{", "@{", ".lock", " ", "~", "^", ":", "?", "*", "[", "\\",
      "\u{7F}", "\u{301}",
      "\u{E9}", "\t", "lock", "refs/",
    ]
    let names = (0..<150).map { _ in
      "r"
        + (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in
          // Most characters forbid the whole name, so letters and slashes are more frequent.
          (Bool.random(using: &random) ? ["a", "/b", ".c"] : pieces).randomElement(using: &random)
        }.joined()
    }
    #expect(names.contains(where: RefName.isValid) && !names.allSatisfy(RefName.isValid), "seed \(seed)")
    try compareWithGit(names, "seed \(seed)")
  }

  private func compareWithGit(_ names: [String], _ origin: String) throws {
    let git = try #require(ReferenceProgram("git"))
    let folder = try TemporaryFolder()
    for name in names {
      let isTaken = try git.run(["check-ref-format", name], in: folder).status == 0
      #expect(RefName.isValid(name) == isTaken, "\(origin): \(name.debugDescription)")
    }
  }
}
