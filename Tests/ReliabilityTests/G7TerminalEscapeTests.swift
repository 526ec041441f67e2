import Foundation
import Processes
import TestSupport
import Testing

@Suite("A terminal escape")
struct G7TerminalEscapeTests {
  /// All texts of a Releasefile and a project, each containing `text`.
  private static func world(_ text: String) throws -> GoldenWorld {
    let quoted = yaml(text)
    let releasefile = """
      project: \(quoted)
      manifests: [{plain: VERSION}]
      lanes:
        release:
          summary: \(quoted)
          parameters: {value: {summary: \(quoted), default: \(quoted)}}
          steps:
            - bump: patch
            - replace: {file: NOTES, find: old, with: "${value}"}
              name: \(quoted)
            - prompt: {text: \(quoted), default: \(quoted)}
              id: news
            - run: [printf, "%s\\\\n", "${value}"]
              name: \(quoted)
            - run: {command: [printf, "%s", "${value}"], capture: true}
              id: echo
            - message: ${value} ${steps.news.answer} ${steps.echo.output} ${project}
            - confirm:
                text: \(quoted)
                steps: [{commit: \(quoted)}, {tag: {name: 1.0.1, message: \(quoted)}}, push]
        failing:
          steps: [{run: ["false", \(quoted)]}]
          on_error: [{message: "${error.message} ${error.step}"}]
        missing:
          steps: [{replace: {file: NOTES, find: \(quoted), with: x}}]

      """
    let files = ["VERSION": "1.0.0\n", "NOTES": "\(text)old\(text)\n", "Releasefile": releasefile]
    let world = try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
    try world.git("commit", "--quiet", "--allow-empty", "--message=a \(text) b")
    try world.git("push", "--quiet")
    return world
  }

  /// `text` as a double-quoted YAML string.
  private static func yaml(_ text: String) -> String {
    let signs = text.unicodeScalars.map { scalar in
      if scalar.value >= 0xA0 || scalar.properties.isAlphabetic { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return "\"\(signs.joined())\""
  }

  @Test("never reaches a terminal from a project or its Releasefile", arguments: HostileText.escapes)
  func project(_ hostile: HostileText) throws {
    let text = hostile.text
    let world = try Self.world(text)
    let commands: [(words: [String], status: Int32)] = [
      (["plan", "--list"], 0), (["plan", "--list", "--json"], 0),
      (["check", "--verbose"], 0),
      (["plan", "release", "--answer", "news=\(text)", "--diff"], 0),
      (["plan", "release", "--answer", "news=\(text)", "--json"], 0),
      (["run", "failing"], 1), (["run", "missing"], 1),
    ]
    for (words, status) in commands {
      let (screen, found) = try Terminal().run(try world.martlet(words), answers: [])
      #expect(found == status, "\(words)\n\(screen)")
      #expect(screen.terminalOrders == [], "\(words)")
    }
    let run = try Terminal().run(try world.martlet(["run", "release"]), answers: ["", "y"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(run.screen.terminalOrders == [])
    #expect(try world.git("log", "--format=%an", "origin/main") == "A. Author\nA. Author\nA. Author")
  }

  @Test("never reaches a terminal from the command line", arguments: HostileText.escapes)
  func commandLine(_ hostile: HostileText) throws {
    let text = hostile.text
    let world = try Self.world("x")
    for words in [
      [text], ["bump", text], ["run", text], ["run", "release", "\(text)=1"], ["run", "release", text],
      ["plan", "release", "--answer", text], ["help", text], ["-C", text, "check"], ["check", "--file", text],
      ["check", "--\(text)"], ["check", text], ["check", "--color", text], ["help", text],
    ] {
      let (screen, status) = try Terminal().run(try world.martlet(words), answers: [])
      #expect(status != 0, "\(words)")
      #expect(screen.terminalOrders == [], "\(words)")
    }
  }

  @Test("never reaches a terminal from a changelog, a commit or a setting", arguments: HostileText.escapes)
  func texts(_ hostile: HostileText) throws {
    let text = hostile.text
    let files = [
      "VERSION": "1.0.0\n", "Releasefile": "manifests: [{plain: VERSION}]\n",
      "CHANGELOG.md": "# Changelog\n\n## [1.0.0]\n\n- one \(text) two\n", "A.xcconfig": "KEY = one \(text) two\n",
    ]
    let world = try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
    try world.git("tag", "0.9.0")
    try world.git("commit", "--quiet", "--allow-empty", "--message=feat: one \(text) two")
    for words in [
      ["changelog", "1.0.0"], ["changelog", "1.0.0", "--format", "plain"], ["changelog"],
      ["changelog", "--format", "plain"],
      ["config", "get", "--all", "--xcconfig", "A.xcconfig"], ["config", "get", "KEY", "--xcconfig", "A.xcconfig"],
      ["config", "explain", "KEY", "--xcconfig", "A.xcconfig"], ["config", "check", "A.xcconfig"],
    ] {
      let (screen, _) = try Terminal().run(try world.martlet(words), answers: [])
      #expect(screen.contains("one") || words.contains("check"), "\(words)\n\(screen)")
      #expect(screen.terminalOrders == [], "\(words)")
    }
    // A pipe or a file receives the exact text.
    let notes = try world.martlet(["changelog", "1.0.0"]).run()
    #expect(notes.output.elementsEqual("- one \(text) two\n".utf8))
  }

  @Test("is printed only for Martlet's own colours, on a terminal with colour", arguments: HostileText.escapes)
  func colour(_ hostile: HostileText) throws {
    let text = hostile.text
    let world = try Self.world(text)
    let words = ["plan", "release", "--diff", "--color", "always", "--answer", "news=x"]
    let (screen, status) = try Terminal().run(try world.martlet(words), answers: [])
    #expect(status == 0)
    #expect(screen.contains("\u{1B}["))
    #expect(screen.replacing(/\x{1B}\[[0-9;]*m/, with: "").terminalOrders == [])
  }

  @Test("is exact in machine-readable output", arguments: HostileText.escapes)
  func json(_ hostile: HostileText) throws {
    let text = hostile.text
    let world = try Self.world(text)
    let lanes = try world.martlet(["plan", "--list", "--json"]).run()
    let list = try #require(try JSONSerialization.jsonObject(with: Data(lanes.output)) as? [String: Any])
    let summaries = (list["lanes"] as? [[String: Any]])?.compactMap { $0["summary"] as? String }
    #expect(summaries.map { $0.map { Array($0.utf8) } } == [Array(text.utf8)])

    let planned = try world.martlet(["plan", "release", "--json", "--answer", "news=x"]).run()
    let plan = try #require(try JSONSerialization.jsonObject(with: Data(planned.output)) as? [String: Any])
    let diffs = (plan["entries"] as? [[String: Any]])?.compactMap { $0["diff"] as? String } ?? []
    #expect(
      diffs.contains {
        $0.utf8.elementsEqual(
          "--- a/NOTES\n+++ b/NOTES\n@@ -1 +1 @@\n-\(text)old\(text)\n+\(text)\(text)\(text)\n".utf8)
      })
  }
}
