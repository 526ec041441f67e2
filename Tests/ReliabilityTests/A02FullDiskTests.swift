import Foundation
import TestSupport
import Testing

@Suite("A full disk")
struct A02FullDiskTests {
  /// Copies the project to a small disk in memory, fills that, releases, makes room, and releases again.
  private static let script = """
    exec unshare --mount sh -ec '
      mkdir ../disk
      mount -t tmpfs -o size=8m none ../disk
      cp -a . ../disk/CoolApp
      cd ../disk/CoolApp
      state() { git status --porcelain; git for-each-ref; git rev-parse HEAD; ls -A .git | grep -v martlet; }
      before=$(state)
      cat /dev/zero > ../filler 2> /dev/null || true
      status=0; "$MARTLET" run release --yes || status=$?
      [ "$status" = 1 ] || exit 70
      rm ../filler
      [ "$(state)" = "$before" ] || { state; exit 71; }
      [ -z "$(ls -A .git/martlet/runs)" ] || { ls -AR .git/martlet/runs; exit 73; }
      "$MARTLET" run release --yes
      [ -z "$(git status --porcelain)" ] || exit 72
      git fsck --strict'
    """

  @Test(
    "stops the release without changes, which succeeds after there is room again",
    .enabled(if: Isolation.isThere("--mount"), "a disk of one's own needs Linux and rights"))
  func full() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let result = try world.shell(Self.script)
    #expect(result.succeeded, "\(result.termination)\n\(result.outputText)\n\(result.errorText)")
    #expect(result.errorText.contains("no space left on device"), "\(result.errorText)")
    let remote = "\(world.root)/CoolApp.git"
    let names = try world.git("for-each-ref", "--format=%(refname)", directory: remote)
    #expect(names == "refs/heads/main\nrefs/tags/1.5.0")
    #expect(try world.git("fsck", "--strict", directory: remote) == "")
  }
  @Test(
    "fails a command whose result cannot be written",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "a device that is always full needs Linux"),
    arguments: [
      "version", "version --sites", "plan local --json", "plan local --diff", "plan --list", "help steps", "schema",
      "help errors",
      "doctor --offline", "status", "completion zsh", "manual martlet", "--version", "--help", "help bump",
      "run local --dry-run",
    ])
  func fullOutput(words: String) throws {
    let project = try StrangeProject()
    let before = try project.snapshot()
    let outcome = try project.martlet([], by: ["sh", "-c", "\"$0\" \(words) > /dev/full"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: cannot write `standard output`: no space left on device
        """)
    #expect(outcome.code == "disk")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test(
    "fails a run before its first change, and a finished one reports that it is finished",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "a device that is always full needs Linux"))
  func fullReport() throws {
    let project = try StrangeProject()
    let before = try project.snapshot()
    let shown = try project.martlet([], by: ["sh", "-c", "\"$0\" run local > /dev/full"])
    #expect(shown.status == 1)
    #expect(try project.snapshot().differences(from: before) == [])
    let quiet = try project.martlet([], by: ["sh", "-c", "\"$0\" run local --quiet > /dev/full"])
    #expect(quiet.status == 1)
    #expect(
      quiet.errors == """
        error: cannot write `standard output`: no space left on device
        the run is done, but its result could not be printed
        hint: print its result with `martlet status`
        """)
    #expect(try project.git("tag", "--list") == "1.4.2\n1.5.0")
    try project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    let published = try project.martlet([], by: ["sh", "-c", "\"$0\" run release --json --yes > /dev/full"])
    #expect(published.status == 3)
  }
}
