/// The parts of a repository's address on a server, in the forms that users and git write: `https://host:port/path`,
/// `ssh://user@host:port/path`, `user@host:path` and `host/path`.
///
/// All spellings of a server give the same host: README snippets, links in changelogs, requests to forges and
/// announcements use this value.
package struct RemoteAddress: Hashable, Sendable {
  /// In lower case; nil when there is none.
  package let scheme: String?
  /// Whether it has the short form of ssh, `user@host:path`.
  package let isShort: Bool
  /// The host of the web pages in lower case, without the user's name and password.
  package let host: String
  package let port: String?
  /// Without leading and trailing slashes and without `.git`.
  package let path: String

  /// Parses `text`; nil if it has no host with a path.
  package init?(_ text: String) {
    scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
    var rest = scheme.map { text.dropFirst($0.count + 3) } ?? text[...]
    let isWhole = scheme != nil
    if let at = rest.prefix(while: { $0 != "/" && (isWhole || $0 != ":") }).lastIndex(of: "@") {
      rest = rest[rest.index(after: at)...]
    }
    guard let hostEnd = rest.firstIndex(where: { $0 == "/" || $0 == ":" }) else { return nil }
    let named = rest[..<hostEnd].lowercased()
    host = Self.webHosts[named] ?? named
    isShort = !isWhole && rest[hostEnd] == ":"
    var path = rest[rest.index(after: hostEnd)...]
    if isWhole, rest[hostEnd] == ":" {
      port = String(path.prefix { $0 != "/" })
      path = path.drop { $0 != "/" }
    } else {
      port = nil
    }
    path = path.drop { $0 == "/" }
    while path.hasSuffix("/") { path.removeLast() }
    if path.lowercased().hasSuffix(".git") { path.removeLast(4) }
    guard !host.isEmpty, !path.isEmpty else { return nil }
    self.path = String(path)
  }

  /// Which repository it is, however it is reached: `github.com/owner/name`. A port counts only for web pages, because ssh has
  /// another one.
  package var repository: String {
    let isUsual = !["http", "https"].contains(scheme) || port == (scheme == "https" ? "443" : "80")
    return "\(host)\(isUsual ? "" : port.map { ":\($0)" } ?? "")/\(path)"
  }

  /// The hosts of the same repositories under other names.
  private static let webHosts = Dictionary(
    uniqueKeysWithValues: Forge.all.flatMap { forge in forge.otherHosts.map { ($0, forge.host) } })
}

extension RemoteAddress {
  /// Whether `address` names a server, and not a path on this machine.
  package static func isOnServer(_ address: String) -> Bool {
    ![".", "/", "~", "file:"].contains(where: address.hasPrefix) && RemoteAddress(address) != nil
  }
}
