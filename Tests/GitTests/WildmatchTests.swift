import TestSupport
import Testing

@testable import Git

@Suite("A wildmatch pattern")
struct WildmatchTests {
  /// The characters of patterns: all special ones, and a few others.
  private static let pieces = [
    "a", "b", "/", "*", "**", "**/", "/**", "?", "[a-b]", "[!a]", "[]a]", "[[:alpha:]]", "\\*", ".", "ab", "A",
  ]

  @Test("matches like in git, in a path and in its folder")
  func asGit() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let sandbox = try GitSandbox()
    let paths = [
      "a", "b", "ab", "a/b", "a/a/b", "b/ab", "a/b/a.b", "A/b", "aab", "b/a/ab/a", "a/[", "a.b", "*", "a/*", "A",
    ]
    let rules = (0..<300).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
    }.filter { !$0.hasPrefix("!") && !$0.hasPrefix("#") }
    // Every rule has its own attribute, so that git runs once.
    try sandbox.write(
      ".gitattributes", rules.enumerated().map { "\"\($1.replacing("\\", with: "\\\\"))\" r\($0)\n" }.joined())
    let answer = try sandbox.run("git", ["check-attr", "-z", "--all", "--"] + paths)
    #expect(answer.succeeded, "\(answer.errorText)")
    let words = answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    var expected: Set<String> = []
    for index in stride(from: 0, to: words.count - 2, by: 3) { expected.insert("\(words[index]) \(words[index + 1])") }
    for (index, rule) in rules.enumerated() {
      let ours = PathRule(Array(rule.utf8), ignoresCase: false)
      for path in paths {
        #expect(
          ours.matches(PathRule.Subject(Array(path.utf8)[...]), below: []) == expected.contains("\(path) r\(index)"),
          "the rule `\(rule)` and the path `\(path)`, seed \(seed)")
      }
    }
  }

  @Test(
    "that is malformed matches nothing", arguments: ["[", "[a", "[[:nope:]]", "[[:alpha:", "a\\", "[a-", "[!"])
  func malformed(pattern: String) {
    for text in ["", "a", "[", "[a", "\\", "-"] {
      #expect(!Wildmatch(pattern.utf8, .text).matches(text.utf8))
    }
  }

  @Test("with many stars is matched in time proportional to the lengths of both texts")
  func bounded() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!Wildmatch(pattern.utf8, .path).matches(String(repeating: "a", count: 2000).utf8))
    let folders = String(repeating: "**/", count: 200) + "b"
    #expect(!Wildmatch(folders.utf8, .path).matches(String(repeating: "a/", count: 200).utf8))
  }

  @Test(
    "that ignores case does so like git",
    arguments: [
      ("A*", "abc", true), ("a*", "ABC", true), ("[A-C]x", "bX", true), ("[[:upper:]]", "a", true), ("[A]", "a", false),
    ])
  func ignoringCase(pattern: String, text: String, isMatch: Bool) {
    #expect(Wildmatch(pattern.utf8, .text, ignoresCase: true).matches(text.utf8) == isMatch)
  }
}
