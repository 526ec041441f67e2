import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("A hostile value")
struct HostileValueTests {
  static let values = [
    "$(touch canary)", "`touch canary`", "a\nb", "--upload-pack=touch", "-", "\u{1B}[31mred\u{1B}]0;title\u{7}",
    "${version}",
    "$$", "%{version}", "{{version}}", "; rm -rf /", "a|b&c>d", "'\"", "\u{202E}evil", "::set-output name=x::y", "\\",
    "*x", "!y",
  ]

  private let text = """
    lanes:
      release:
        parameters: {value: {}}
        steps:
          - replace: {file: NOTES, find: "old", with: "${value}"}
          - commit: ${value}
          - tag: {name: t, message: "${value}"}
          - message: ${value}
          - run: {command: [echo, "${value}"], environment: {VALUE: "${value}"}}
      shell:
        parameters: {value: {}}
        steps:
          - run: {shell: 'echo "$MARTLET_VALUE" ${value}'}
    """

  @Test("stays data in every effect", arguments: values)
  func staysData(_ value: String) throws {
    let workspace = TestWorkspace.clean(["VERSION": "1.4.2\n", "NOTES": "<old>"])
    let effects = try LanePlanning(text, in: workspace).plan(laneNamed: "release", arguments: ["value": value]).entries
      .map(
        \.effect)
    guard effects.count == 5, case .writeFile(let write) = effects[0], case .createCommit(let commit) = effects[1],
      case .createTag(let tag) = effects[2], case .showMessage(let message) = effects[3],
      case .runCommand(let run) = effects[4]
    else { throw Failure("other effects") }
    #expect(write.contents == Array("<\(value)>".utf8))
    #expect(commit.message == value)
    #expect(tag.message == value)
    #expect(message == value)
    #expect(run.words == .vector(["echo", value]))
    #expect(run.environment["VALUE"] == value)
    #expect(run.environment["MARTLET_VALUE"] == value)
  }

  @Test("reaches a shell only through its environment", arguments: values)
  func shell(_ value: String) throws {
    let effects = try LanePlanning(text).plan(laneNamed: "shell", arguments: ["value": value]).entries.map(\.effect)
    guard case .runCommand(let run) = effects.first else { throw Failure("no command") }
    #expect(run.words == .shell("echo \"$MARTLET_VALUE\" ${value}"))
    #expect(run.environment["MARTLET_VALUE"] == value)
  }

  @Test("stays data as a branch name", arguments: ["$(id)", "--force", "a;b", "x`id`"])
  func branch(_ name: String) throws {
    var workspace = project
    workspace.headState = .branch(name, .first)
    workspace.destination = PushDestination(remote: "origin", ref: "refs/heads/\(name)")
    let plan = try LanePlanning(
      "lanes:\n  release:\n    steps: [{bump: minor}, {commit: 'On ${branch}'}, push, {run: [echo, '${branch}']}]\n",
      in: workspace
    ).plan(laneNamed: "release")
    #expect(plan.lines == ["write VERSION", "commit On \(name) at 1111111", "push \(name)", "run echo \(name)"])
    guard case .pushRefs(let push) = plan.entries[2].effect else { throw Failure("no push") }
    #expect(push.refs.map(\.source) == ["refs/heads/\(name)"])
  }

  @Test("is refused as a tag name", arguments: ["-f", "a b", "a..b", "a\nb", "x~1", "x^", "a:b", ""])
  func tag(_ name: String) throws {
    let text = "lanes:\n  release:\n    parameters: {name: {}}\n    steps: [{tag: '${name}'}]\n"
    #expect(throws: StepFailure.self) { try LanePlanning(text).plan(laneNamed: "release", arguments: ["name": name]) }
  }

  @Test("reaches no terminal with its escapes", arguments: values)
  func terminal(_ value: String) throws {
    let error = #expect(throws: (any Error).self) { try LanePlanning(text).plan(laneNamed: value) }
    let shown = (error as? any ExplainedError)?.diagnostics.map { $0.rendered() }.joined() ?? ""
    #expect(!shown.isEmpty)
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
