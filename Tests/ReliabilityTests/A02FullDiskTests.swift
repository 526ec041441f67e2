import Foundation
import TestSupport
import Testing

@Suite("A2: a disk that is full")
struct A02FullDiskTests {
  /// Copies the project to a disk of its own in memory, fills that, releases, makes room, and releases again.
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
      "$MARTLET" run release --yes
      [ -z "$(git status --porcelain)" ] || exit 72
      git fsck --strict'
    """

  @Test(
    "A2: the release says so and changes nothing, and is made when there is room again",
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
}
