import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite("A program that answers requests")
struct CoprocessTests {
  private func start(_ script: String, interruption: Interruption? = nil) throws -> Coprocess {
    var command = Command("sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    command.interruption = interruption
    return try Coprocess(command)
  }

  private func line(of program: Coprocess, limit: Int = 100) throws -> String {
    String(decoding: try program.line(limit: limit, within: .seconds(60)), as: UTF8.self)
  }

  @Test("answers one request after the other, in lines and in bytes of any length")
  func answers() throws {
    let program = try start("cat")
    program.send(Array("one\ntwo\n".utf8))
    #expect(try line(of: program) == "one")
    #expect(try line(of: program) == "two")
    program.send(Array("1234567\nlast\n".utf8))
    #expect(try line(of: program, limit: 3) == "123")
    var bytes = [UInt8](repeating: 0, count: 5)
    try bytes.withUnsafeMutableBytes { try program.read(into: $0, within: .seconds(60), then: .seconds(60)) }
    #expect(bytes == Array("4567\n".utf8))
    #expect(try line(of: program) == "last")
    var large = [UInt8](repeating: 0, count: 300_000)
    let writer = try start("read x; head -c 300000 /dev/zero | tr '\\0' x; echo end")
    writer.send(Array("\n".utf8))
    try large.withUnsafeMutableBytes { try writer.read(into: $0, within: .seconds(60), then: .seconds(60)) }
    #expect(large.allSatisfy { $0 == UInt8(ascii: "x") })
    #expect(try line(of: writer) == "end")
  }

  @Test("may end, with errors of which the end is kept")
  func end() throws {
    let program = try start("read line; echo $line; head -c 100000 /dev/zero | tr '\\0' x >&2; echo reason >&2")
    program.send(Array("a\nb\n".utf8))
    #expect(try line(of: program) == "a")
    #expect(throws: Coprocess.End.ended) { try program.line(limit: 100, within: .seconds(60)) }
    #expect(program.errorText.hasSuffix("xxxreason\n"))
    #expect(program.errorText.utf8.count == 1 << 14)
    program.send(Array("c\n".utf8))
    #expect(throws: Coprocess.End.ended) { try program.line(limit: 100, within: .seconds(60)) }
  }

  @Test("ends by itself when it is not needed any more, so that tools that measure it see its end")
  func close() throws {
    let folder = try TemporaryFolder()
    var program: Coprocess? = try start("cat; sleep 0.1; echo ended >'\(folder.path)/end'")
    program?.send(Array("one\n".utf8))
    #expect(try program.map { try line(of: $0) } == "one")
    program = nil
    #expect(try String(contentsOfFile: "\(folder.path)/end", encoding: .utf8) == "ended\n")
  }

  @Test("is not waited for longer than allowed, and a signal ends the wait")
  func silence() throws {
    let program = try start("sleep 1000")
    #expect(throws: Coprocess.End.silent(.seconds(1))) { try program.line(limit: 100, within: .seconds(1)) }
    let part = try start("printf abc; sleep 1000")
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(throws: Coprocess.End.silent(.seconds(1))) {
      try bytes.withUnsafeMutableBytes { try part.read(into: $0, within: .seconds(60), then: .seconds(1)) }
    }
    #expect(bytes.prefix(3) == Array("abc".utf8)[...])
    let interruption = try Interruption()
    let other = try start("read line; echo $line; sleep 1000", interruption: interruption)
    interruption.request(SIGTERM)
    other.send(Array("a\n".utf8))
    #expect(try line(of: other) == "a")
    #expect(throws: Coprocess.End.interrupted(signal: SIGTERM)) { try other.line(limit: 100, within: .seconds(60)) }
  }

  @Test("ends with its last use, also if it ignores signals and its closed input")
  func stop() throws {
    var program: Coprocess? = try start("trap '' TERM HUP INT; echo $$; while :; do sleep 1; done")
    let number = try line(of: #require(program))
    let process = try #require(Int32(number))
    #expect(kill(process, 0) == 0)
    program = nil
    #expect(kill(process, 0) != 0)
  }

  @Test("that cannot start is an error")
  func missing() {
    let command = Command("/missing/program", environment: [:])
    #expect(throws: ProcessError.programNotFound("/missing/program")) { _ = try Coprocess(command) }
  }
}
