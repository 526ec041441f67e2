import Foundation
import Processes
import TestSupport
import Testing

@Suite("A hostile value")
struct G6HostileValueTests {
  private static let releasefile = """
    project: CoolApp
    manifests: [{plain: VERSION}]
    lanes:
      release:
        parameters: {value: {}}
        steps:
          - bump: patch
          - replace: {file: NOTES, find: old, with: "${value}"}
          - prompt: {text: "What is new in ${value}?"}
            id: news
          - run: [./record, arguments, "${value}", "${steps.news.answer}"]
          - run: {shell: './record environment "$MARTLET_VALUE" "$MARTLET_BRANCH"'}
          - run: {command: [printf, "%s", "${value}"], capture: true}
            id: echo
          - commit: ${value}
          - tag: {name: 1.0.1, message: "${value}"}
          - message: ${value}
          - message: ${steps.echo.output} on ${branch}
          - push
      tagged:
        parameters: {name: {}}
        steps: [{tag: "${name}"}, push]
      written:
        parameters: {file: {type: path}}
        steps: [{replace: {file: "${file}", find: old, with: new}}, {commit: "Change ${file}"}]
      clean:
        steps: [ensure: clean]

    """

  /// The outputs of a plan for later steps of a pipeline, and those of a run.
  private static let outputNames = ["lane", "outcome", "version", "previous_version", "tag", "branch", "commit"]

  /// A project whose `./record NAME WORD…` writes the arguments to `.git/NAME`, with a NUL after each.
  private static func world(_ files: [String: String] = [:]) throws -> GoldenWorld {
    var all = ["VERSION": "1.0.0\n", "NOTES": "<old>\n", "Releasefile": releasefile]
    all["record"] = "#!/bin/sh\nfile=$1; shift; printf '%s\\0' \"$@\" > \".git/$file\"\n"
    let world = try GoldenWorld(example: nil, files: all.merging(files) { $1 }.mapValues { Data($0.utf8) })
    try world.setUp("chmod +x record && git add record && git commit --quiet --message=Run && git push --quiet")
    return world
  }

  @Test(
    "in a parameter, an answer or an output stays data, from the command line to the remote",
    arguments: HostileText.orders)
  func values(_ hostile: HostileText) throws {
    let value = hostile.text
    let world = try Self.world()
    let words = ["release", "value=\(value)", "--answer", "news=\(value)"]
    let ci = [
      "CI=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=push", "GITHUB_REF=refs/heads/main",
      "GITHUB_OUTPUT=\(world.root)/outputs",
    ]
    let plan = try world.martlet(["plan", "--json"] + words, changes: ci).run()
    let texts = try JSONDecoder().decode(PlannedTexts.self, from: Data(plan.output))
    #expect(texts.messages == [value, value, value, "${steps.echo.output} on main"])

    let result = try world.martlet(["run", "--yes"] + words, changes: ci).run()
    try #require(result.succeeded, "\(result.errorText)")
    #expect(world.canaries == [])
    let outputs = (world.folder.read("outputs") ?? "").split(separator: "\n")
    #expect(
      outputs.filter { $0.contains("<<martlet_") }.map { String($0.prefix { $0 != "<" }) }
        == Self.outputNames.dropLast() + Self.outputNames)
    #expect(outputs.count == 3 * (2 * Self.outputNames.count - 1))
    #expect(result.outputText.logOrders == [])
    // The only commands are Martlet's, which fold the output of commands.
    let groups = result.errorText.logOrders
    #expect(groups.count == 6)
    #expect(groups.allSatisfy { $0.hasPrefix("::group::run ") || $0 == "::endgroup::" }, "\(groups)")
    for text in [result.outputText, result.errorText] { #expect(text.terminalOrders == []) }
    #expect(world.folder.read("CoolApp/.git/arguments") == "\(value)\0\(value)\0")
    #expect(world.folder.read("CoolApp/.git/environment") == "\(value)\0main\0")
    #expect(try world.git("show", "HEAD:NOTES") == "<\(value)>")
    #expect(try world.git("log", "-1", "--format=%B") == value)
    let message = try world.git("for-each-ref", "--format=%(contents)", "refs/tags/1.0.1")
    #expect(message.split(separator: "\n\nRelease-Plan: sha256:").first == value[...])
    #expect(
      try world.git("rev-parse", "main", "1.0.1^{}", directory: "\(world.root)/CoolApp.git")
        == world.git("rev-parse", "HEAD", "HEAD"))
  }

  @Test("that is typed as an answer stays data", arguments: HostileText.orders.filter { !$0.text.contains("\n") })
  func typed(_ hostile: HostileText) throws {
    let answer = hostile.text
    let world = try Self.world()
    let command = try world.martlet(["run", "release", "value=x", "--quiet"])
    let (screen, status) = try Terminal().run(command, answers: [answer, "y"])
    #expect(status == 0, "\(screen)")
    #expect(world.folder.read("CoolApp/.git/arguments") == "x\0\(answer)\0")
    #expect(world.canaries == [])
  }

  @Test("in the name of a branch stays data", arguments: HostileText.names.map(\.text) + ["-x", "--exec=touch"])
  func branches(_ name: String) throws {
    let world = try Self.world()
    try world.git("update-ref", "refs/heads/\(name)", "HEAD")
    try world.git("symbolic-ref", "HEAD", "refs/heads/\(name)")
    let words = ["run", "--yes", "release", "value=x", "--answer", "news=x"]
    let (screen, status) = try Terminal().run(try world.martlet(words), answers: [])
    #expect(status == 0, "\(screen)")
    #expect(screen.terminalOrders == [])
    #expect(world.canaries == [])
    #expect(world.folder.read("CoolApp/.git/environment") == "x\0\(name)\0")
    #expect(
      try world.git("rev-parse", "refs/heads/\(name)", directory: "\(world.root)/CoolApp.git")
        == world.git("rev-parse", "HEAD"))
  }

  @Test("in the name of a tag stays data, also of an existing one", arguments: HostileText.names)
  func tags(_ hostile: HostileText) throws {
    let name = hostile.text
    let world = try Self.world()
    try world.git("update-ref", "refs/tags/old-\(name)", "HEAD")
    let (screen, status) = try Terminal().run(
      try world.martlet(["run", "--yes", "tagged", "name=\(name)"]), answers: [])
    #expect(status == 0, "\(screen)")
    #expect(screen.terminalOrders == [])
    #expect(world.canaries == [])
    #expect(
      try world.git("cat-file", "-t", "refs/tags/\(name)", directory: "\(world.root)/CoolApp.git") == "tag")
  }

  @Test(
    "that is not a valid tag name is refused", arguments: ["-f", "--exec=touch canary", "a b", "a\nb", "a:b"])
  func refusedTags(_ name: String) throws {
    let world = try Self.world()
    let result = try world.martlet(["run", "--yes", "tagged", "name=\(name)"]).run()
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.hasPrefix("error: `"))
    #expect(try world.git("tag", "--list") == "")
  }

  @Test(
    "in the name of a file stays data",
    arguments: HostileText.orders + HostileText.escapes.prefix(1))
  func files(_ hostile: HostileText) throws {
    let name = hostile.text.replacing("/", with: "_")
    let world = try Self.world([name: "old\n"])
    var (screen, status) = try Terminal().run(
      try world.martlet(["run", "--yes", "written", "file=\(name)"]), answers: [])
    #expect(status == 0, "\(screen)")
    #expect(screen.terminalOrders == [])
    #expect(try world.git("show", "HEAD:\(name)") == "new")
    #expect(try world.git("diff", "--name-only", "-z", "HEAD^", "HEAD") == "\(name)\0")

    try world.folder.write("CoolApp/\(name)", "other\n")
    try world.folder.write("CoolApp/new \(name)", "other\n")
    (screen, status) = try Terminal().run(try world.martlet(["run", "clean"]), answers: [])
    #expect(status == 1)
    #expect(screen.terminalOrders == [])
    #expect(world.canaries == [])
  }

  @Test("in the name of a user stays data", arguments: HostileText.orders.prefix(2) + HostileText.escapes)
  func people(_ hostile: HostileText) throws {
    let world = try Self.world()
    let name = "A \(hostile.text) B"
    let command = try world.martlet(
      ["run", "--yes", "release", "value=x", "--answer", "news=x"],
      changes: ["GIT_AUTHOR_NAME=\(name)", "GIT_COMMITTER_NAME=\(name)"])
    let (screen, status) = try Terminal().run(command, answers: [])
    #expect(status == 0, "\(screen)")
    #expect(screen.terminalOrders == [])
    #expect(world.canaries == [])
    #expect(try world.git("log", "-1", "--format=%an") == name.replacing("\n", with: ""))
  }
}

/// The texts in the output of `martlet plan --json`.
private struct PlannedTexts: Decodable {
  private struct Entry: Decodable {
    let message: String?
  }

  private let entries: [Entry]

  var messages: [String] { entries.compactMap(\.message) }
}
