import Foundation
import Processes
import TestSupport
import Testing

@Suite("A container")
struct H5ContainerTests {
  private let world: GoldenWorld

  init() throws {
    world = try GoldenWorld(example: "Examples/CoolApp")
  }

  @Test(
    "with a checkout of another user is refused, with the command that allows it",
    .enabled(if: Isolation.isRoot, "only root can give files away"))
  func foreignOwner() throws {
    let result = try world.shell("chown -R 65534 . && martlet version")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText == """
        error: the repository `\(world.repository)` belongs to another user, so git refuses to use it
        hint: allow it with `git config --global --add safe.directory '\(world.repository)'`
        more: martlet help foreign-owner
        """)
    try world.folder.write(".gitconfig", "[safe]\n\tdirectory = \(world.repository)\n")
    let trusted = try world.run("bump minor", changes: ["GIT_CONFIG_GLOBAL"])
    #expect(trusted.succeeded, "\(trusted.errorText)")
  }

  @Test(
    "may run as a user without a name in the system's list",
    .enabled(if: Isolation.isRoot, "only root can become another"))
  func unknownUser() throws {
    let result = try world.shell(
      """
      cp "$MARTLET" ../program && chown -R 54321 ..
      setpriv --reuid=54321 --regid=54321 --clear-groups ../program run release --yes
      """,
      changes: ["USER", "LOGNAME"])
    #expect(result.succeeded, "\(result.errorText)")
    let tags = try world.shell("git -c safe.directory='*' -C ../CoolApp.git tag --list")
    #expect(tags.outputText == "1.5.0")
  }

  @Test(
    "may lack folders for temporary files",
    arguments: ["run release --yes", "plan release"])
  func noTemporaryFolder(line: String) throws {
    // A setting that may name a program: commands that only read give git another git directory without it.
    try world.git("config", "core.pager", "less")
    let result = try world.run(line, changes: ["TMPDIR=/nonexistent", "HOME=/nonexistent"])
    #expect(result.succeeded, "\(result.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(world.repository)/.git")
    #expect(names.filter { $0.hasPrefix("martlet-") } == [])
  }

  @Test(
    "with a read-only disk can be read, and is named in the error of a write",
    .enabled(if: Isolation.isThere("--mount"), "mounts of one's own need Linux and rights"))
  func readOnly() throws {
    let script = "mount --bind \"$PWD\" \"$PWD\" && mount -o remount,ro,bind \"$PWD\" && cd \"$PWD\" && \"$MARTLET\""
    for line in readCommands {
      let result = try world.shell("unshare --mount sh -c '\(script) \(line)'")
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    let result = try world.shell("unshare --mount sh -c '\(script) bump minor'")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText.hasPrefix("error: cannot ") && result.errorText.contains("read-only file system"),
      "\(result.errorText)")
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test(
    "without /proc stops every command, with the command that mounts it",
    .enabled(if: Isolation.isThere("--mount"), "mounts of one's own need Linux and rights"),
    arguments: ["version", "doctor --self-test", "bump minor", ""])
  func noProc(line: String) throws {
    let result = try world.shell("unshare --mount sh -c 'mount -t tmpfs none /proc && \"$MARTLET\" \(line)'")
    #expect(result.termination == .exited(status: 1))
    #expect(result.outputText == "")
    #expect(
      result.errorText == """
        error: the arguments of the program cannot be read from `/proc/self/cmdline`
        hint: mount the folder: `mount -t proc proc /proc`
        """)
    let hinted = try world.shell(
      "unshare --mount sh -c 'mount -t tmpfs none /proc && mount -t proc proc /proc && \"$MARTLET\" version'")
    #expect(hinted.succeeded && hinted.outputText == "1.4.2", "\(hinted.errorText)")
  }
}
