import Git
import MartletCore
import Processes

/// Checks the `git` program, which is required.
struct GitCheck: DoctorCheck {
  static let topic = "git"
  let environment: [String: String]

  /// The oldest supported version, and the oldest one that can also read the commit of a conflicting remote tag.
  private static let (oldest, complete): ([UInt64], [UInt64]) = ([2, 20], [2, 29])

  private static let versionLine = Pattern(/git version ([0-9]+(\.[0-9]+)*)/)

  func findings() throws -> [Finding] {
    var command = Command("git", ["--version"], environment: environment)
    command.timeout = .seconds(10)
    guard command.canBeFound else {
      return Finding.findings(Self.topic, .fail, of: Failure.missingGit)
    }
    let text = try command.run().outputText
    guard let match = text.firstMatch(of: Self.versionLine),
      let version = try? Version(String(match.1))
    else { return [fail("`git --version` printed `\(text)`, expected a version", hint: "reinstall git")] }
    if version.components.lexicographicallyPrecedes(Self.oldest) {
      return [fail("git \(version), expected 2.20 or newer", hint: "install a newer git")]
    }
    guard !version.components.lexicographicallyPrecedes(Self.complete) else {
      return [
        warn(
          "git \(version) cannot read the commit of a conflicting remote tag, expected 2.29 or newer",
          hint: "install a newer git")
      ]
    }
    return [ok("\(version)")]
  }
}
