import MartletChangelogs
import MartletCore
import TestSupport
import Testing

@Suite("The sections of a changelog")
struct ChangelogDocumentTests {
  private func document(_ text: String) -> ChangelogDocument {
    ChangelogDocument(SourceText(path: "CHANGELOG.md", bytes: Array(text.utf8)))
  }

  @Test("has the text of each version")
  func texts() throws {
    let document = document("# C\n\n## 1.5\n\n  - New.\n\n### More\n\n\n## 1.4.2\n## v1.4.1 - x\nOld.\n\n[a]: b\n")
    let texts = document.releases.map { document.text(of: $0) }
    #expect(texts == ["  - New.\n\n### More", "", "Old."])
    #expect(document.section(of: try Version("1.5.0"))?.heading.title == "1.5")
    #expect(document.section(of: try Version("1.4.0")) == nil)
  }

  @Test("only gains insertions, for any contents", arguments: [UInt64.random(in: 0...UInt64.max)])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "## ", "# ", "[Unreleased]", "1.4.2", "v1.0", "\n", "\n\n", "\r\n", "```", "<!--", "-->", "====", "----",
      " - 2026-01-01", "[1.4.2]: x/compare/a...b\n", "text", "* ", "\r",
    ]
    let release = ChangelogRelease(of: try Version("1.5.0"), date: "2026-11-21", tag: "1.5.0", after: "1.4.2")
    var count = 0
    for _ in 0..<1000 {
      let text = (0..<Int.random(in: 0...25, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }.joined()
      let document = document(text)
      guard case .success(let result) = Result(catching: { try release.inserting("- New.", into: document) }) else {
        continue
      }
      count += 1
      let new = ChangelogDocument(result)
      #expect(result.bytes.count > document.source.bytes.count)
      #expect(isSubsequence(document.source.bytes, of: result.bytes), "seed \(seed): \(text.debugDescription)")
      _ = new.sections.map { new.text(of: $0) }
    }
    #expect(count > 100, "seed \(seed)")
  }

  private func isSubsequence(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part[...]
    for byte in whole where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
