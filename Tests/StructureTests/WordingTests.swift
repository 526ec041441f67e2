import Foundation
import Testing

/// The wording that a program can check. CONTRIBUTING.md describes the rest.
@Suite("The wording of sources and pages")
struct WordingTests {
  private static let forbidden: [(pattern: String, instead: String)] = [
    (#"\bnobody\b|\bsomebody\b|\bwhoever\b"#, "the concrete user, process or file"),
    (#"\banew\b"#, "again, or re-planned"),
    (#"\bg(o|oes|one) on with\b"#, "resume"),
    (#"\bt(ake|akes|aken|aking) (it |them |this )?back\b"#, "undo"),
    (#"\bmend(s|ed|ing)?\b"#, "fix"),
    (#"\bsigns? of life\b"#, "heartbeat"),
    (#"\bthe order that\b"#, "the command that"),
    (#"\bbefore long\b"#, "the exact moment"),
    (#"\bis told\b|\bare told\b|\bbystanders?\b"#, "the field's term"),
    (#"\b(?<!\bthere )(is|are|was|were) no (?!longer|more\b|less\b)"#, "is not a"),
    (#"\bby then\b|\bin between\b"#, "the exact moment"),
    (#"\bleft alone\b"#, "unchanged"),
    (#"\blies? in\b|\bstands? in (?!for\b)"#, "is in"),
    (#"\b(outlook|glance|portrait|the world|the past)\b"#, "the field's term"),
    (#"\bstrangers?\b|\bdoubtful\b"#, "untrusted, from a fork, changed by this pull request"),
    (#"\b(tells?|hears?|forgets?)\b"#, "print, report, receive"),
    (#"\b(it|that|name|error|message|git|Martlet|command|plan|page) says\b|\b(is|are|be) asked\b"#, "state, query"),
    (#"\bof (its|their|your) own\b"#, "separate, or its own"),
    (#"\bmeanwhile\b|\bwhatever\b"#, "the concrete time or value"),
    (#"\bwhatever its\b|\ball the same\b|\bput right\b|\btaken for\b|\bcomes? to\b"#, "a plain clause"),
    (
      #"\b(func|var|let|case) (is|has)?(knows|says|speaks|tells|asks|hears|takenBack|takeBack)\b"#,
      "a term of the field"
    ),
  ]

  // `NSRegularExpression` reads two megabytes in a tenth of a second; a Swift `Regex` takes two minutes in a debug build.
  @Test("is plain English: none of these words", arguments: forbidden.indices)
  func plain(_ index: Int) throws {
    let (pattern, instead) = Self.forbidden[index]
    let regex = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    for (path, text) in try Self.texts.get() {
      for match in regex.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        let start = try #require(Range(match.range, in: text)).lowerBound
        let line = text[..<start].count(where: \.isNewline) + 1
        Issue.record("\(path):\(line): write \(instead): \(text[text.lineRange(for: start..<start)])")
      }
    }
  }

  /// Sources and pages, by their paths from the package's top folder.
  private static let texts = Result {
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Releasefile.example"]
    let folders = ["Sources", "docs"].flatMap { folder in
      let paths = FileManager.default.enumerator(atPath: SourceFile.package.appendingPathComponent(folder).path)
      return paths?.compactMap { $0 as? String }.map { "\(folder)/\($0)" } ?? []
    }
    return try (pages + folders.filter { [".swift", ".md", ".mustache"].contains(where: $0.hasSuffix) }).map { path in
      (path, try String(contentsOf: SourceFile.package.appendingPathComponent(path), encoding: .utf8))
    }
  }
}
