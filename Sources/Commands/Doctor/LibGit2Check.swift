import Git

/// Checks libgit2, which reads references, settings and the index of repositories that others may have written.
struct LibGit2Check: DoctorCheck {
  static let topic = "libgit2"
  var version = LibGit2Version.current

  func findings() -> [Finding] {
    let text = version.dotted
    guard version.lexicographicallyPrecedes(LibGit2Version.oldestSafe) else { return [ok(text)] }
    let oldest = LibGit2Version.oldestSafe.dotted
    return [
      warn(
        "\(text) lacks fixes for hostile repositories and servers, expected \(oldest) or newer",
        hint: "update libgit2, or build Martlet with the version that `scripts/setup libgit2 \(oldest)` builds")
    ]
  }
}

extension [Int] {
  fileprivate var dotted: String { map(String.init).joined(separator: ".") }
}
