import MartletCore

/// Detects environment variables with secrets by their names, and by the form of their values.
package enum SecretName {
  /// The words that semantic-release and GitHub's scanners look for anywhere in a name.
  private static let words = [
    "token", "password", "passwd", "secret", "private", "key", "auth", "credential", "webhook",
  ]

  /// The beginnings of tokens of well-known services (GitHub, GitLab, Slack, AWS, Google, npm, Stripe).
  private static let beginnings = [
    "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xoxa-", "xoxb-", "xoxp-", "AKIA", "AIza", "ya29",
    "npm_", "sk_",
  ]

  /// Whether `value` shows that it is secret: the address of a server with a password, a private key, or a known form of a
  /// token. Variables, arguments and answers follow this rule.
  package static func isLikely(value: String) -> Bool {
    if value.contains("PRIVATE KEY-----") || hasPassword(value) { return true }
    let words = value.split { !$0.isASCII || !($0.isLetter || $0.isNumber || "_-".contains($0)) }
    return words.contains { word in word.utf8.count >= 16 && beginnings.contains { word.hasPrefix($0) } }
  }

  /// Whether `text` has a user and a password between `://` and `@`.
  private static func hasPassword(_ text: String) -> Bool {
    text.ranges(of: "://").contains { range in
      let authority = text[range.upperBound...].prefix { $0 != "/" && !$0.isWhitespace }
      guard let at = authority.firstIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else {
        return false
      }
      return authority.index(after: colon) < at
    }
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
