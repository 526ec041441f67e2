import TestSupport
import Testing

@Suite("A run with steps of `on_error` and `finally`")
struct HookRunTests {
  private func project() throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [plain: VERSION]
      on_error: [message: Oh]
      finally: [message: Bye]
      lanes:
        release: {steps: [bump: minor, commit, tag, push]}
        broken: {steps: [bump: minor, run: ["false"]]}

      """)
    try project.shell("git commit -qam Lanes; git push -q")
    return project
  }

  @Test("is the one that `status`, `log` and `undo` show, not its last steps")
  func shown() throws {
    let project = try project()
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    let status = try project.martlet("status").output
    #expect(status.contains("(`release`, 1.5.0) is done\n"), "\(status)")
    #expect(status.hasSuffix("\npublic: push main, 1.5.0 → origin"), "\(status)")
    #expect(!status.contains("martlet undo"))
    #expect(try project.martlet("run", "broken").status == 1)
    let undone = try project.martlet("status").output
    #expect(undone.contains("(`broken`, 1.6.0) has been undone"), "\(undone)")
    let log = try project.martlet("status", "--all").output.split(separator: "\n").map {
      $0.split(separator: " ").dropFirst()
    }
    #expect(log.map { $0.joined(separator: " ") } == ["undone broken 1.6.0", "done release 1.5.0"])
  }

  @Test("is private again in `status` only if its commit was not pushed by hand")
  func pushedByHand() throws {
    let project = try StrangeProject()
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.martlet("status").output.hasSuffix("nothing is public\n  martlet undo         undo it"))
    try project.git("push", "-q")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    let status = try project.martlet("status").output
    #expect(status.hasSuffix("\npublic: commit \(head) in origin/main"), "\(status)")
  }
}
