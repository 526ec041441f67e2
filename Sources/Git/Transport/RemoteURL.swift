/// The address of a remote. Its printed form never contains a user name or password.
package struct RemoteURL: Hashable, Sendable {
  /// The address as git uses it, with any secrets.
  package let string: String

  /// Creates an address as git uses it.
  package init(_ string: String) {
    self.string = string
  }

  /// The address for messages: without the part between `://` and `@`.
  ///
  /// The user name in the short ssh form, `git@host:path`, is not a secret and stays.
  package var redacted: String {
    let parts = string.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return string }
    let authority = parts[1].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return string }
    return "\(parts[0])://\(parts[1][parts[1].index(after: at)...])"
  }
}

extension RemoteURL {
  /// The user and the password with `@`; nil for none, and for the short ssh form.
  package var userPart: String? {
    guard let start = string.firstRange(of: "://") else { return nil }
    let authority = string[start.upperBound...].prefix { !"/?#".contains($0) }
    return authority.lastIndex(of: "@").map { String(authority[...$0]) }
  }

  /// The host, with its port if there is one; nil for a local path.
  var host: String? {
    guard !isLocal else { return nil }
    guard let start = string.firstRange(of: "://") else {
      return string.prefix { $0 != ":" }.split(separator: "@").last.map(String.init)
    }
    return string[start.upperBound...].prefix { !"/?#".contains($0) }.split(separator: "@").last.map(String.init)
  }

  /// Whether other machines can read what is sent to it, also a password of git.
  var isUnencrypted: Bool {
    guard string.lowercased().hasPrefix("http://"), let host else { return false }
    let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return !name.lowercased().isLoopbackHost
  }

  /// Whether it is a local path: neither `scheme://…`, other than `file`, nor the short ssh form `host:path`.
  package var isLocal: Bool {
    if string.lowercased().hasPrefix("file:") { return true }
    return !string.contains("://") && !string.prefix { $0 != "/" }.contains(":")
  }
}

extension RemoteURL: CustomStringConvertible {
  /// The redacted address, so that printing it by accident is harmless.
  package var description: String { redacted }
}
