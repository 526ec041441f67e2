import Foundation
import Processes
import TestSupport
import Testing

@Suite("`martlet doctor --self-test`")
struct SelfTestTests {
  /// The output of a self-test with these changes of the environment, and its status.
  private func selfTest(
    _ changes: [String: String] = [:], _ options: String...
  ) throws -> (output: String, status: CommandResult.Termination) {
    let folder = try TemporaryFolder()
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }.merging(changes) {
      $1
    }
    let words = ["doctor", "--self-test", "--color", "never"] + options
    let result = try Command(try MartletProgram.path(), words, environment: environment, directory: folder.path).run()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "something is left of it")
    #expect(result.errorText == "")
    return (result.outputText, result.termination)
  }

  @Test("checks each guarantee here, and all hold")
  func holds() throws {
    let (output, status) = try selfTest()
    #expect(status == .exited(status: 0), "\(output)")
    let topics = [
      "machine", "names", "replace", "flush", "lock", "spawn", "deadline", "signal", "hook", "push", "undo", "crash",
    ]
    #expect(
      output.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        == topics.map { "ok \($0)" })
  }

  @Test("fails exactly for broken guarantees, and says so to other programs, too")
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
    let (output, status) = try selfTest(["PATH": "\(folder.path):\(path)"], "--json")
    #expect(status == .exited(status: 1))
    let report = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.count == 12)
    let failed = findings.filter { $0["state"] as? String == "fail" }.compactMap { $0["topic"] as? String }
    #expect(failed == ["lock", "hook", "push", "undo"], "\(output)")
  }

  @Test(
    "detects a case-insensitive disk, and checks that a second spelling is refused there",
    .disabled(if: CaselessDisk.obstacle != nil, "\(CaselessDisk.obstacle ?? "")"))
  func caseless() throws {
    let disk = try CaselessDisk()
    defer { withExtendedLifetime(disk) {} }
    let (output, status) = try selfTest(["TMPDIR": disk.path])
    #expect(status == .exited(status: 0), "\(output)")
    #expect(
      output.split(separator: "\n").contains(
        "ok    names        case-insensitive, a second spelling refused, "
          + "normalization-insensitive, names kept"))
  }
}
