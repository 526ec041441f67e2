import Foundation
import Git
import Processes
import TestSupport
import Testing

@Suite("A push interrupted by a signal", .disabled(if: GitHTTPServer.obstacle != nil), .timeLimit(.minutes(30)))
struct PushInterruptionTests {
  @Test("ends git, reports an unknown result, and is found done if the server continued")
  func duringPush() throws {
    let fixture = try PushFixture(.gitOverHTTP)
    let folder = fixture.sandbox.folder
    #expect(try fixture.sandbox.run("mkfifo", ["\(folder.path)/gate"]).succeeded)
    try fixture.remote.hook("pre-receive", "touch '\(folder.path)/started'; read line < '\(folder.path)/gate'")
    let started = "\(folder.path)/started"
    let interruption = try Interruption()
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: started) { usleep(1000) }
      interruption.request(SIGTERM)
    }
    let error = #expect(throws: TransportError.self) { try fixture.push(interruption: interruption) }
    #expect(error == .stopped(remote: "origin", signal: SIGTERM))
    #expect(error?.mayHaveArrived == true)
    #expect(
      error?.rendered
        == "error: interrupted by SIGTERM before `origin` answered; it does not have the push yet")
    #expect(try fixture.remote.reference("refs/tags/v1") == nil)

    // The server resumes the push it has received, and a resumed run finds it.
    try fixture.remote.hook("post-receive", "echo done > '\(folder.path)/end'")
    #expect(try fixture.sandbox.run("mkfifo", ["\(folder.path)/end"]).succeeded)
    try folder.append("gate", "go\n")
    #expect(try fixture.sandbox.run("cat", ["\(folder.path)/end"]).outputText == "done")
    #expect(try fixture.push().alreadyThere == ["refs/heads/main", "refs/tags/v1"])
  }
}

extension TemporaryFolder {
  /// Writes into an existing file, a pipe for example.
  fileprivate func append(_ name: String, _ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/\(name)"))
    handle.write(Data(text.utf8))
    try handle.close()
  }
}
