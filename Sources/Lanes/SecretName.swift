/// The look of an environment variable's name.
package enum SecretName {
  /// The words that semantic-release and GitHub's scanners go by, wherever they stand in a name.
  private static let words = [
    "TOKEN", "PASSWORD", "PASSWD", "SECRET", "PRIVATE", "KEY", "AUTH", "CREDENTIAL", "WEBHOOK",
  ]

  /// Whether a variable called `name` looks as if its value must not be seen: `NPM_TOKEN`, `apiKey`, but not
  /// `GIT_AUTHOR_NAME` or `GIT_CONFIG_KEY_0`, which holds the name of a setting.
  package static func isLikely(_ name: String) -> Bool {
    guard !name.hasPrefix("GIT_CONFIG_KEY_") else { return false }
    let parts = name.uppercased().split { !$0.isLetter && !$0.isNumber }
    return parts.contains { part in part != "AUTHOR" && part != "AUTHORS" && words.contains(where: part.contains) }
  }
}
