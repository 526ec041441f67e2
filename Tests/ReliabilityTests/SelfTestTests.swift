import Foundation
import Processes
import TestSupport
import Testing

@Suite("`martlet doctor --self-test`")
struct SelfTestTests {
  /// The lines of a self-test with these changes of the environment, and its status.
  private func selfTest(
    _ changes: [String: String] = [:]
  ) throws -> (lines: [String], status: CommandResult.Termination) {
    let folder = try TemporaryFolder()
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }.merging(changes) {
      $1
    }
    let words = ["doctor", "--self-test", "--color", "never"]
    let result = try Command(try MartletProgram.path(), words, environment: environment, directory: folder.path).run()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "something is left of it")
    #expect(result.errorText == "")
    return (result.outputText.split(separator: "\n").map(String.init), result.termination)
  }

  @Test("checks each guarantee here, and all hold")
  func holds() throws {
    let (lines, status) = try selfTest()
    #expect(status == .exited(status: 0), "\(lines.joined(separator: "\n"))")
    let topics = [
      "machine", "names", "replace", "flush", "lock", "spawn", "deadline", "signal", "hook", "push", "undo", "crash",
    ]
    #expect(lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == topics.map { "ok \($0)" })
  }

  @Test("fails exactly for broken guarantees")
  func fails() throws {
    let folder = try TemporaryFolder()
    let git = try #require(LoopbackServer.path(of: "git"))
    // A git that reports every repository as broken.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    try folder.writeScript(
      "git",
      """
      case " $* " in *" fsck "*) exit 1 ;; esac
      exec \(git) "$@"
      """)
    let (lines, status) = try selfTest(["PATH": "\(folder.path):\(path)"])
    #expect(status == .exited(status: 1))
    let failed = lines.filter { $0.hasPrefix("fail") }.map { String($0.split(separator: " ")[1]) }
    #expect(failed == ["lock", "hook", "push", "undo"], "\(lines.joined(separator: "\n"))")
  }

  @Test(
    "detects a case-insensitive disk, and checks that a second spelling is refused there",
    .disabled(if: CaselessDisk.obstacle != nil, "\(CaselessDisk.obstacle ?? "")"))
  func caseless() throws {
    let disk = try CaselessDisk()
    defer { withExtendedLifetime(disk) {} }
    let (lines, status) = try selfTest(["TMPDIR": disk.path])
    #expect(status == .exited(status: 0), "\(lines.joined(separator: "\n"))")
    #expect(
      lines.contains(
        "ok    names        case-insensitive, a second spelling refused, "
          + "normalization-insensitive, names kept"))
  }

  @Test("has machine-readable output")
  func json() throws {
    let folder = try TemporaryFolder()
    let environment = ProcessInfo.processInfo.environment
    let command = Command(
      try MartletProgram.path(), ["doctor", "--self-test", "--json"], environment: environment, directory: folder.path)
    let report = try JSONSerialization.jsonObject(with: Data(command.run().output)) as? [String: Any]
    #expect((report?["findings"] as? [[String: Any]])?.count == 12)
  }
}
