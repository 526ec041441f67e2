import Foundation
import Processes
import TestSupport
import Testing

/// `scripts/install.sh` with releases and repositories in a temporary folder.
@Suite(
  "The install script",
  .enabled(if: ReferenceProgram("curl") != nil && ReferenceProgram("make") != nil, "there is no curl or make"))
struct InstallScriptTests {
  private let release: MartletRelease
  private var folder: TemporaryFolder { release.folder }
  private var archive: String { release.archive }

  /// Creates the release 1.5.0, and a repository with a tag for it whose `make install` needs no compiler.
  init() throws {
    release = try MartletRelease(in: TemporaryFolder())
    try release.folder.write(
      "work/Makefile",
      """
      install:
      \tmkdir -p "$(PREFIX)/bin"
      \tprintf '#!/bin/sh\\necho 1.5.0-source\\n' >"$(PREFIX)/bin/martlet"
      \tchmod +x "$(PREFIX)/bin/martlet"

      """)
    let made = try release.shell(
      """
      set -e; cd work
      git init -q -b main && git add . && git -c user.name=A -c user.email=a@b.example commit -q -m First
      cd .. && git clone -q --bare work martlet.git
      """)
    try #require(made.succeeded, "\(made.errorText)")
  }

  private func install(_ arguments: String) throws -> CommandResult { try release.install(arguments) }
  private func version() throws -> String? { try release.installedVersion() }

  private var releases: String { "--releases 'file://\(folder.path)/releases'" }
  private var repository: String { "--repository 'file://\(folder.path)/martlet.git'" }

  @Test("installs an archive with the right digest into the home folder, and removes it completely")
  func archiveInstalled() throws {
    let result = try install("\(releases) --version 1.5.0")
    #expect(result.succeeded, "\(result.errorText)")
    #expect(result.errorText.hasPrefix("install: installed Martlet 1.5.0 in \(folder.path)/home/.local/bin\n"))
    #expect(try version() == "1.5.0")
    #expect(
      folder.read("home/.local/share/doc/martlet/RELEASE")
        == "version=1.5.0\nreleases=file://\(folder.path)/releases\nsha256=\(try release.digest("SHA256SUMS"))\n")
    #expect(folder.read("home/.local/share/man/man1/martlet.1") == "manual\n")
    #expect(try install("--uninstall").errorText == "install: removed Martlet from \(folder.path)/home/.local")
    #expect(try release.shell("find home -type f").outputText == "")
  }

  @Test(
    "installs nothing if the archive cannot be verified",
    arguments: [
      ("rm SHA256SUMS", "", "error: the release has no SHA256SUMS, so its archive cannot be verified\n"),
      (
        "echo 'abc  other.tar.gz' >SHA256SUMS", "",
        "error: the release's SHA256SUMS does not contain `ARCHIVE.tar.gz`\n"
      ),
      ("printf x >>ARCHIVE.tar.gz", "", "error: `ARCHIVE.tar.gz` has the digest "),
      ("sed s/^./x/ SHA256SUMS >new; mv new SHA256SUMS", "", "error: `ARCHIVE.tar.gz` has the digest "),
      ("true", "--sha256 abc", "error: `ARCHIVE.tar.gz` has the digest "),
    ])
  func unverified(changes: String, options: String, message: String) throws {
    try release.change(changes)
    let result = try install("\(releases) --version 1.5.0 \(options)")
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.hasPrefix(message.replacing("ARCHIVE", with: archive)), "\(result.errorText)")
    #expect(!folder.has("home"))
  }

  @Test("installs nothing if the program does not start, or has another version")
  func wrongProgram() throws {
    for (program, message) in [
      ("echo no library >&2; exit 127", "error: the program does not start here: no library\n"),
      ("echo 1.4.2", "error: the archive contains Martlet 1.4.2, expected 1.5.0\n"),
    ] {
      try release.pack(program)
      let result = try install("\(releases) --version 1.5.0")
      #expect(result.termination == .exited(status: 1) && result.errorText.hasPrefix(message), "\(result.errorText)")
      #expect(!folder.has("home"))
    }
  }

  @Test("builds from source if the repository has no release, if the release has no archive, and on request")
  func source() throws {
    let unreleased = try install(repository)
    #expect(unreleased.errorText.contains(" has no release yet, so it is built from source\n"))
    #expect(try version() == "1.5.0-source")
    let tags = "for tag in 1.5.0 1.10.0 2.0.0-rc.1; do git -C martlet.git tag $tag; done"
    #expect(try release.shell(tags).succeeded)
    #expect(
      try install("\(repository) \(releases)").errorText
        .hasPrefix("install: release 1.10.0 has no archive for this machine, so it is built from source\n"))
    #expect(try install("\(repository) \(releases) --version 1.5.0").succeeded)
    #expect(try version() == "1.5.0")
    #expect(try install("\(repository) \(releases) --version 1.5.0 --source").succeeded)
    #expect(try version() == "1.5.0-source")
  }

  @Test(
    "refuses arguments that do not belong together",
    arguments: [
      (
        "--version 1.5.0",
        "error: --version, --sha256 and --signers need the releases of a repository\nhint: add: --repository URL"
      ),
      ("--releases https://a.example", "error: --releases needs a version\nhint: add: --version VERSION"),
      (
        "--releases http://a.example --version 1.5.0",
        "error: `http://a.example/1.5.0/ARCHIVE.tar.gz` is not an https address\n"
          + "hint: name the folder of the releases with --releases, or build it: --source"
      ),
      (
        "--repository http://a.example --version 1.5.0",
        "error: `http://a.example` is not an https address\nhint: give one that begins with https://"
      ),
      (
        "--repository git://a.example --version 1.5.0 --source",
        "error: `git://a.example` is not an https address\nhint: give one that begins with https://"
      ),
      (
        "--repository https://a.example --source --signers keys",
        "error: --sha256 and --signers check an archive, and --source installs none\nhint: leave out --source"
      ),
      (
        "--source --releases https://a.example --version 1.5.0",
        "error: --source needs a repository\nhint: add: --repository URL"
      ),
      ("--uninstall", "error: Martlet is not installed in `HOME/.local`\nhint: name its folder: --prefix DIR"),
      ("--prefx x", "error: unknown argument `--prefx`\nhint: see: scripts/install.sh --help"),
      ("--prefix", "error: `--prefix` needs a value\nhint: see: scripts/install.sh --help"),
    ])
  func refusals(arguments: String, message: String) throws {
    let result = try install(arguments)
    let expected = message.replacing("ARCHIVE", with: archive).replacing("HOME", with: "\(folder.path)/home")
    #expect(result.termination == .exited(status: 1) && result.errorText == expected, "\(result.errorText)")
  }
}
