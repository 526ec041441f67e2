import Foundation
import TestSupport
import Testing

/// Values that look secret, without a declaration or a name that says so.
@Suite("A value that looks secret")
struct SecretValueTests {
  private static let argument = "ghp_CANARY0123456789abcdefghijklmnopqrst"
  private static let answer = "AKIACANARY0123456789"

  private static let lanes = """
      release:
        parameters: {note: {}, other: {env: OTHER}}
        steps:
          - prompt: {text: Which?, env: WHICH}
            id: which
          - bump: minor
          - run: {shell: '[ -n "$N$A$O" ]', environment: {N: "${note}", A: "${steps.which.answer}", O: "${other}"}}
          - commit
          - tag
          - push
          - run: {command: ["false"], outward: true}
      text:
        parameters: {note: {}}
        steps:
          - message: "it is ${note}"
      asked:
        steps:
          - prompt: {text: Which?, env: WHICH}
            id: which
          - bump: minor
          - commit: "${steps.which.answer}"

    """

  private let world: GoldenWorld

  init() throws { world = try GoldenWorld.plain(lanes: Self.lanes) }

  /// The texts of all objects, and of all other files.
  private func texts() throws -> String {
    let walker = try #require(FileManager.default.enumerator(atPath: world.root))
    let files = walker.compactMap { ($0 as? String).flatMap(world.folder.bytes(of:)) }
    let objects = try ["CoolApp", "CoolApp.git"].map {
      try world.git("cat-file", "--batch-all-objects", "--batch", "--unordered", directory: "\(world.root)/\($0)")
    }
    return (files.map { String(decoding: $0, as: UTF8.self) } + objects).joined(separator: "\n")
  }

  @Test("as argument, answer or variable is in no journal, record, commit or output")
  func hidden() throws {
    let result = try world.run(
      "run release note=\(Self.argument) --yes", changes: ["WHICH=\(Self.answer)", "OTHER=\(Self.argument)"])
    #expect(result.errorText.contains("false"), "\(result.errorText)")
    #expect(try world.git("tag", directory: "\(world.root)/CoolApp.git") == "1.1.0", "\(result.errorText)")
    let texts = try texts() + result.outputText + result.errorText
    #expect(texts.contains("1.1.0") && !texts.contains("CANARY"))
  }

  @Test("cannot be part of a text")
  func text() throws {
    for (line, name, place) in [
      ("run text note=\(Self.argument)", "note", "17:9"), ("run asked --yes", "steps.which.answer", "23:9"),
    ] {
      let result = try world.run(line, changes: ["WHICH=\(Self.answer)"])
      #expect(
        result.errorText == """
          error: `\(name)` is secret and cannot be part of a text, expected it in the `environment` of `run`
            --> Releasefile:\(place)
          """)
      #expect(result.termination == .exited(status: 1))
    }
  }
}
