import Git
import TestSupport
import Testing

@testable import Execution

@Suite("The trial signature before a run")
struct SigningTrialTests {
  private let release: Release

  init() throws { release = try Release() }

  @Test("is made if git is configured to sign", arguments: ["commit.gpgSign", "tag.gpgSign", "tag.forceSignAnnotated"])
  func configured(setting: String) throws {
    try release.sandbox.git("config", setting, "true")
    try release.sandbox.git("config", "gpg.program", "/no/such/gpg")
    let here = try release.snapshot()
    #expect(
      try release.words(of: release.plan()) == """
        error: `/no/such/gpg` could not sign
          fatal: cannot run /no/such/gpg: No such file or directory
          error: gpg failed to sign the data
        """)
    #expect(try release.snapshot().differences(from: here) == [])
  }

  @Test("is made if a key is given, even a wrong one")
  func given() throws {
    release.sandbox.environment["MARTLET_SIGNING_KEY"] = "none"
    let here = try release.snapshot()
    #expect(
      try release.words(of: release.plan()).hasPrefix("error: the variable `MARTLET_SIGNING_KEY` holds neither"))
    #expect(try release.snapshot().differences(from: here) == [])
  }

  @Test("is made once for everything that a plan signs, and not if nothing is signed")
  func once() throws {
    let count = "\(release.sandbox.folder.path)/count"
    try release.sandbox.folder.writeScript("count-gpg", "echo x >> '\(count)'; exit 1")
    try release.sandbox.git("config", "gpg.program", "\(release.sandbox.folder.path)/count-gpg")
    try release.run(release.plan())
    #expect(!release.sandbox.folder.has("count"))
    let other = try Release()
    try other.sandbox.git("config", "commit.gpgSign", "true")
    try other.sandbox.git("config", "tag.gpgSign", "true")
    try other.sandbox.git("config", "gpg.program", "\(release.sandbox.folder.path)/sign-gpg")
    try release.sandbox.folder.writeScript(
      "sign-gpg", "echo x >> '\(count)'; cat > /dev/null; echo SIGNATURE; echo '[GNUPG:] SIG_CREATED x' >&2")
    try other.run(other.plan())
    #expect(release.sandbox.folder.read("count") == "x\nx\nx\n")
  }
}
