import MartletCore

/// Detects environment variables with secrets by their names, and by the form of their values.
package enum SecretName {
  /// The words that semantic-release and GitHub's scanners look for anywhere in a name.
  private static let words = [
    "token", "password", "passwd", "secret", "private", "key", "auth", "credential", "webhook",
  ]

  private static let password = Pattern(/:\/\/[^\/@\s]*:[^\/@\s]+@/)

  /// Whether `value` shows that it is secret: the address of a server with a password, or a private key.
  package static func isLikely(value: String) -> Bool {
    value.contains("PRIVATE KEY-----") || value.utf8.contains(UInt8(ascii: "@")) && value.contains(password)
  }

  /// Whether the value of the variable `name` is probably secret: `NPM_TOKEN`, `apiKey`, but not
  /// `GIT_AUTHOR_NAME` or `GIT_CONFIG_KEY_0`, which contains the name of a setting.
  package static func isLikely(_ name: String) -> Bool {
    guard !name.hasPrefix("GIT_CONFIG_KEY_") else { return false }
    // This runs for every variable at program start, so it compares bytes.
    let parts = name.utf8.map(\.lowercased).split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }
    return parts.contains { part in
      !["author", "authors"].contains { part.elementsEqual($0.utf8) }
        && words.contains { part.firstIndex(of: $0, from: 0) != nil }
    }
  }
}
