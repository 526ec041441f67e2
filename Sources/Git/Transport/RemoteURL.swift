/// Where a remote is. What is shown of it never holds a user's name or password.
package struct RemoteURL: Hashable, Sendable {
  /// The address as git uses it, with what secrets it may hold.
  package let string: String

  /// The address `string`, as git uses it.
  package init(_ string: String) {
    self.string = string
  }

  /// The address as it may be shown: without what stands between `://` and `@`.
  ///
  /// The user's name of the short ssh form, `git@host:path`, is no secret and stays.
  package var redacted: String {
    let parts = string.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return string }
    let authority = parts[1].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return string }
    return "\(parts[0])://\(parts[1][parts[1].index(after: at)...])"
  }
}

extension RemoteURL {
  /// The host, with its port where the address has one; nil for a path of this machine.
  var host: String? {
    guard !isLocal else { return nil }
    guard let start = string.firstRange(of: "://") else {
      return string.prefix { $0 != ":" }.split(separator: "@").last.map(String.init)
    }
    return string[start.upperBound...].prefix { !"/?#".contains($0) }.split(separator: "@").last.map(String.init)
  }

  /// Whether it is a path of this machine: neither `scheme://…`, other than `file`, nor the short ssh form `host:path`.
  var isLocal: Bool {
    if string.lowercased().hasPrefix("file:") { return true }
    return !string.contains("://") && !string.prefix { $0 != "/" }.contains(":")
  }
}

extension RemoteURL: CustomStringConvertible {
  /// The redacted address: what is printed by accident is harmless.
  package var description: String { redacted }
}
