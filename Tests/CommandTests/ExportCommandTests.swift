import Foundation
import Processes
import TestSupport
import Testing

@Suite("martlet export")
struct ExportCommandTests {
  private func world() throws -> GoldenWorld {
    let world = try GoldenWorld(example: nil, files: ["a.txt": Data("a\n".utf8), "sub/b.txt": Data("b\n".utf8)])
    try world.setUp("head -c 3000000 /dev/zero | tr '\\0' x > large; git add large; git commit -qm Large")
    return world
  }

  @Test("writes an archive to standard output, and nothing else to either stream")
  func output() throws {
    let world = try world()
    let ours = try world.martlet(["export", "HEAD", "-o", "-"]).run()
    #expect(ours.succeeded && ours.errors.isEmpty, "\(ours.errorText)")
    let git = Command(
      "git", ["archive", "HEAD"], environment: try world.martlet([]).environment, directory: world.repository)
    #expect(ours.output == (try git.run().output))
  }

  @Test("stops without a message when the reader closes its output")
  func brokenPipe() throws {
    let world = try world()
    let program = try MartletProgram.path()
    var command = try world.martlet([])
    command.program = "sh"
    command.arguments = ["-c", "{ '\(program)' export HEAD -o - ; echo $? >&2; } | head -c 10 > /dev/null"]
    let result = try command.run()
    #expect(result.errorText == "141")
  }

  @Test("shows its progress on a terminal, and clears it at the end")
  func progress() throws {
    let world = try world()
    let command = try world.martlet(["export", "HEAD", "-o", "$ROOT/a.tar"], changes: ["TERM=xterm"])
    let (screen, status) = try Terminal().run(command, answers: [])
    #expect(status == 0 && world.folder.has("a.tar"))
    let lines = screen.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).dropFirst()
    #expect(
      lines.dropLast().contains {
        $0.wholeMatch(of: /[0-3] of 3 files, [0-3]\.\d MB, \d+\.\d MB\/s(, \d+ s left)?/) != nil
      }, "\(screen.debugDescription)")
    #expect(lines.last?.contains("files,") == false)
  }

  @Test("writes no archive to a terminal")
  func onTerminal() throws {
    let world = try world()
    let (screen, status) = try Terminal().run(world.martlet(["export", "HEAD", "-o", "-"]), answers: [])
    #expect(status == 64)
    #expect(
      screen.replacing("\r\n", with: "\n")
        == """
        error: an archive cannot be written to a terminal
        hint: name a file with `-o`, or redirect the output

        """)
  }

  @Test("changes nothing in the repository, and works during a run")
  func noRecord() throws {
    let world = try world()
    let before = try FolderSnapshot(of: world.repository)
    #expect(try world.martlet(["export", "HEAD", "-o", "$ROOT/a.tar", "--checksum", "--quiet"]).run().succeeded)
    #expect(try FolderSnapshot(of: world.repository).differences(from: before) == [])
    try world.folder.write("CoolApp/.git/martlet/lock", "a release")
    let lock = open("\(world.repository)/.git/martlet/lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(try world.martlet(["export", "HEAD", "-o", "$ROOT/b.tar", "--quiet"]).run().succeeded)
    #expect(world.folder.bytes(of: "b.tar") == world.folder.bytes(of: "a.tar"))
  }

  @Test("works in a bare repository, and in a subfolder of a work tree")
  func places() throws {
    let world = try world()
    try world.git("push", "--quiet", "origin", "main")
    let bare = try world.martlet(["export", "main", "-o", "../bare.tar", "--quiet"], in: "CoolApp.git").run()
    #expect(bare.succeeded, "\(bare.errorText)")
    let below = try world.martlet(["export", "main", "-o", "../../below.tar", "--quiet"], in: "CoolApp/sub").run()
    #expect(below.succeeded, "\(below.errorText)")
    #expect(world.folder.bytes(of: "bare.tar") != nil)
    #expect(world.folder.bytes(of: "bare.tar") == world.folder.bytes(of: "below.tar"))
  }
}
