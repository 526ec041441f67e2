import Foundation
import Processes
import TestSupport
import Testing

/// The scripts are run in their own shells.
@Suite("Completion")
struct CompletionTests {
  private let world: GoldenWorld

  private static let releasefile = """
    lanes:
      beta: {steps: [bump: minor]}
      hidden: {private: true, steps: [bump: minor]}
      release:
        parameters:
          notes: {type: string}
          channel: {type: choice, values: [stable, beta]}
          fast: {type: bool}
        steps: [bump: minor]
    """

  init() throws {
    world = try GoldenWorld(example: nil, files: ["Releasefile": Data(Self.releasefile.utf8)])
  }

  /// The completions of `words` in bash, whose function takes its words from variables.
  private func offers(_ words: String..., directory: String = "CoolApp") throws -> [String] {
    let folder = (try MartletProgram.path() as NSString).deletingLastPathComponent
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let line = words.joined(separator: " ")
    let script = """
      PATH='\(folder)':$PATH
      source <(martlet completion bash)
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(line)'; COMP_POINT=\(line.utf8.count)
      function=$(complete -p martlet | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      $function martlet '\(words[words.count - 1])' '\(words.dropLast().last ?? "")' 2>&1
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    var command = try world.martlet([], in: directory)
    command.program = "bash"
    command.arguments = ["-c", script]
    return try command.run().outputText.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
  }

  @Test("offers commands")
  func commands() throws {
    #expect(try offers("martlet", "do") == ["doctor"])
    #expect(try offers("martlet", "config", "ge").sorted() == ["generate", "get"])
  }

  @Test("offers the lanes of the repository, private ones left out")
  func lanes() throws {
    #expect(try offers("martlet", "run", "").filter { !$0.hasPrefix("-") } == ["beta", "release"])
    #expect(try offers("martlet", "plan", "re") == ["release"])
    #expect(try offers("martlet", "plan", "-C", "CoolApp", "re", directory: ".") == ["release"])
  }

  @Test("offers the parameters of the lane, each once, with their values if there are few")
  func parameters() throws {
    let all = ["notes=", "channel=stable", "channel=beta", "fast=true", "fast=false"]
    #expect(try offers("martlet", "run", "release", "").filter { !$0.hasPrefix("-") } == all)
    #expect(try offers("martlet", "run", "release", "notes=NEWS.md", "cha") == ["channel=stable", "channel=beta"])
    #expect(try offers("martlet", "run", "beta", "").filter { !$0.hasPrefix("-") } == [])
  }

  @Test("offers the kinds of a bump, and the tags that can be exported")
  func changesAndRevisions() throws {
    #expect(try offers("martlet", "bump", "pre") == ["prerelease"])
    try world.setUp("git tag 1.4.0; git tag v1.5.0")
    let revisions = try offers("martlet", "export", "").filter { !$0.hasPrefix("-") }
    #expect(revisions == ["HEAD", "1.4.0", "v1.5.0"])
    #expect(try offers("martlet", "export", "v") == ["v1.5.0"])
  }

  @Test("offers the environments, also outside a repository")
  func environments() throws {
    try world.setUp(
      """
      printf 'environments:\\n  values: config.yml\\n' > Releasefile
      printf 'Common: {}\\nLocal: {}\\nProduction: {}\\n' > config.yml
      mkdir ../archive; cp Releasefile config.yml ../archive
      """)
    let names = ["Local", "Production"]
    #expect(try offers("martlet", "config", "explain", "--env", "") == names)
    #expect(try offers("martlet", "config", "get", "Host", "--env", "Pr") == ["Production"])
    #expect(try offers("martlet", "config", "generate", "--env", "", directory: "archive") == names)
    #expect(try offers("martlet", "config", "diff", "Lo") == ["Local"])
    try world.folder.write("CoolApp/config.yml", Array("[".utf8))
    #expect(try offers("martlet", "config", "explain", "--env", "") == [])
  }

  @Test("offers nothing, without an error, if the Releasefile is missing or invalid")
  func nothing() throws {
    #expect(try offers("martlet", "run", "", directory: ".").filter { !$0.hasPrefix("-") } == [])
    try world.folder.write("CoolApp/Releasefile", Array("lanes: [".utf8))
    #expect(try offers("martlet", "run", "").filter { !$0.hasPrefix("-") } == [])
  }

  private static func has(_ shell: String) -> Bool { LoopbackServer.path(of: shell) != nil }

  @Test("is a valid script of its shell", arguments: ["bash", "zsh", "fish"].filter(has))
  func syntax(shell: String) throws {
    let script = try world.martlet(["completion", shell]).run()
    #expect(script.succeeded && script.errors.isEmpty)
    var command = try world.martlet([])
    command.program = shell
    command.arguments = ["-n", "/dev/stdin"]
    command.input = .bytes(script.output)
    let result = try command.run()
    #expect(result.succeeded && result.errors.isEmpty, "\(result.errorText)")
  }
}
