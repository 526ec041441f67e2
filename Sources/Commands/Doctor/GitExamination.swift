import Processes
import Versioning

/// The `git` program, which pushes.
struct GitExamination: Examination {
  static let topic = "git"
  let environment: [String: String]

  /// The first one that pushes as it is told to, and the first one that can also look at a tag of somebody else's.
  private static let (oldest, complete): ([UInt64], [UInt64]) = ([2, 20], [2, 29])

  func findings() throws -> [Finding] {
    var command = Command("git", ["--version"], environment: environment)
    command.timeout = .seconds(10)
    guard command.canBeFound else {
      return [
        warn(
          "there is no `git` program: pushes go through libgit2, which cannot push several references all or none",
          hint: "install git (on macOS: `xcode-select --install`), or put its folder into `PATH`")
      ]
    }
    let text = try command.run().outputText
    guard let match = text.firstMatch(of: /git version ([0-9]+(\.[0-9]+)*)/),
      let version = try? Version(String(match.1))
    else { return [fail("`git --version` says `\(text)`, expected a version", hint: "install git once more")] }
    if version.components.lexicographicallyPrecedes(Self.oldest) {
      return [fail("git \(version), expected 2.20 or newer", hint: "install a newer git")]
    }
    guard !version.components.lexicographicallyPrecedes(Self.complete) else {
      return [
        warn("git \(version) cannot tell whose a tag is that is in the way, 2.29 can", hint: "install a newer git")
      ]
    }
    return [ok("\(version)")]
  }
}
