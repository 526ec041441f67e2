import Foundation
import Processes
import TestSupport
import Testing

/// A release of Martlet in the folder `releases`: the archive for this machine, and SHA256SUMS.
struct MartletRelease {
  let folder: TemporaryFolder
  let version: String
  /// The name of the archive, without `.tar.gz`.
  let archive: String
  /// The variables of each command.
  var environment: [String: String]

  /// - Parameter program: The shell script that is the program of the archive. It prints the version.
  init(in folder: TemporaryFolder, version: String = "1.5.0", program: String = "echo 1.5.0") throws {
    (self.folder, self.version) = (folder, version)
    // `swift` counts as installed, whatever is on this machine: no Makefile of the tests uses it.
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "\(folder.path)/home",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "SWIFT": "/bin/sh",
    ]
    let name = try Command("/bin/sh", ["-c", "echo $(uname -s | tr A-Z a-z)-$(uname -m)"], environment: environment)
      .run()
    archive = "martlet-\(version)-\(name.outputText)"
    for name in [
      "doc/martlet/THIRD-PARTY", "man/man1/martlet-run.1", "bash-completion/completions/martlet",
      "zsh/site-functions/_martlet", "fish/vendor_completions.d/martlet.fish",
    ] { try folder.write("\(archive)/share/\(name)", "\(name)\n") }
    try folder.write("\(archive)/share/man/man1/martlet.1", "manual\n")
    try folder.makeFolder("releases/\(version)")
    try pack(program)
  }

  /// Makes the archive and SHA256SUMS, with another program.
  func pack(_ program: String) throws {
    try folder.writeScript("\(archive)/bin/martlet", program)
    try change("tar -C ../.. -czf \(archive).tar.gz \(archive); \(Self.sum) *.gz >SHA256SUMS")
  }

  /// The program that computes digests.
  static let sum = "$(command -v sha256sum || echo shasum -a 256)"

  /// Runs a script in the folder.
  func shell(_ script: String) throws -> CommandResult {
    try Command("/bin/sh", ["-c", script], environment: environment, directory: folder.path).run()
  }

  /// Runs a script in the folder of the release.
  func change(_ script: String) throws {
    let result = try shell("set -e; cd releases/\(version); \(script.replacing("ARCHIVE", with: archive))")
    try #require(result.succeeded, "\(result.errorText)")
  }

  /// The digest of a file of the release.
  func digest(_ file: String) throws -> String {
    let result = try shell("\(Self.sum) <releases/\(version)/\(file)")
    return try #require(result.outputText.split(separator: " ").first.map(String.init))
  }

  /// Runs `scripts/install.sh`.
  func install(_ arguments: String) throws -> CommandResult {
    try shell("'\(ProjectFolder.path)/scripts/install.sh' \(arguments)")
  }

  /// The output of the installed program; nil if there is none.
  func installedVersion() throws -> String? {
    let result = try shell("home/.local/bin/martlet --version")
    return result.succeeded ? result.outputText : nil
  }
}
