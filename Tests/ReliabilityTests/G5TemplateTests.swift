import Foundation
import Processes
import TestSupport
import Testing

@Suite("A template")
struct G5TemplateTests {
  private static let signs = "{{project}} {{{tag}}} {{#a}}b{{/a}} {{>/etc/passwd}} {{=<% %>=}} {{! c }} ${version} $$"

  @Test("does not expand names in inserted values again")
  func values() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          release:
            parameters: {value: {}}
            steps:
              - replace: {file: NOTES, find: old, with: "${value} <${value}>"}
              - message: ${value}
        """, files: ["NOTES": "old\n"])
    let result = try world.run("run release", ["value=\(Self.signs)"])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(world.folder.read("CoolApp/NOTES") == "\(Self.signs) <\(Self.signs)>\n")
    #expect(result.errorText.hasSuffix(Self.signs))
  }

  @Test("in a first Releasefile contains the project's literal name, with any characters")
  func firstReleasefile() throws {
    let name = "{{tag}} {{>x}} {{#a}} \"'\\ #: &*!%@`"
    let files = ["\(name).podspec": "Pod::Spec.new do |s|\n  s.version = '1.0.0'\nend\n"]
    let world = try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
    let written = try world.run("init")
    #expect(written.succeeded, "\(written.errorText)")
    let version = try world.run("version")
    #expect(version.outputText == "1.0.0", "\(version.errorText)\n\(world.folder.read("CoolApp/Releasefile") ?? "")")
    try world.git("add", "--all")
    try world.git("commit", "--quiet", "--message=Releasefile")
    let plan = try world.run("plan release --json", ["--answer", "version=minor"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(plan.output)) as? [String: Any])
    #expect((report["entries"] as? [[String: Any]])?.first?["path"] as? String == "\(name).podspec")
  }

  @Test("with an unknown name is an error with its place")
  func missing() throws {
    let world = try GoldenWorld.plain(lanes: "  release: {steps: [message: '${versoin}']}\n")
    let result = try world.run("plan release")
    #expect(result.termination == .exited(status: 78))
    #expect(
      result.errorText == """
        error: unknown name `versoin`
         --> Releasefile:3:31
          |
        3 |   release: {steps: [message: '${versoin}']}
          |                               ^^^^^^^^^^
        hint: did you mean `version`?
        """)
  }

  @Test("cannot grow without limit from lane to lane")
  func growth() throws {
    // Each lane passes the text on twice: after thirty lanes it would be a gigabyte.
    let lanes = (0..<30).map {
      "  l\($0): {parameters: {t: {}}, steps: [{lane: {lane: l\($0 + 1), with: {t: '${t}${t}'}}}]}\n"
    }
    let world = try GoldenWorld.plain(
      lanes: lanes.joined() + "  l30: {parameters: {t: {}}, steps: [message: '${t}']}\n")
    let result = try world.run("plan l0 t=0123456789")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText.hasPrefix("error: a text is longer than 4 MiB after its names are replaced\n"),
      "\(result.errorText.prefix(300))")
  }
}
