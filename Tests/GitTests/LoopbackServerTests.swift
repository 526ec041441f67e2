import Foundation
import TestSupport
import Testing

@Suite("A test server", .timeLimit(.minutes(30)))
struct LoopbackServerTests {
  @Test("ends with its test", .enabled(if: GitHTTPServer.obstacle == nil))
  func end() throws {
    let sandbox = try GitSandbox()
    _ = try sandbox.addRemote()
    func address() throws -> String {
      let server = try GitHTTPServer(of: sandbox.folder, environment: sandbox.environment)
      let address = server.address(of: "origin.git")
      #expect(try sandbox.attempt("ls-remote", address).succeeded)
      return address
    }
    let gone = try address()
    while try sandbox.attempt("ls-remote", gone).succeeded {}
  }
}
