import TextEditing

/// The look of an environment variable's name.
package enum SecretName {
  /// The words that semantic-release and GitHub's scanners go by, wherever they stand in a name.
  private static let words = [
    "token", "password", "passwd", "secret", "private", "key", "auth", "credential", "webhook",
  ]

  /// Whether a variable called `name` looks as if its value must not be seen: `NPM_TOKEN`, `apiKey`, but not
  /// `GIT_AUTHOR_NAME` or `GIT_CONFIG_KEY_0`, which holds the name of a setting.
  package static func isLikely(_ name: String) -> Bool {
    guard !name.hasPrefix("GIT_CONFIG_KEY_") else { return false }
    // Every variable is asked about whenever the program starts, so it is asked about its bytes.
    let parts = name.utf8.map(\.lowercased).split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }
    return parts.contains { part in
      !["author", "authors"].contains { part.elementsEqual($0.utf8) }
        && words.contains { part.firstIndex(of: $0, from: 0) != nil }
    }
  }
}
