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

  /// Returns `address` with the host `name` in place of the alias that ssh connects to; nil unless it may have an alias.
  package static func sshAddress(_ address: String, onHost name: String) -> String? {
    guard let host = sshHost(of: address) else { return nil }
    return "\(address[..<host.startIndex])\(name)\(address[host.endIndex...])"
  }

  /// Returns the host of an address of ssh as ssh gets it, if it may be an alias of the user's configuration: nil for other
  /// addresses, for the hosts of the known services, and for names with other characters than those of a host, which a
  /// shell could interpret (CVE-2023-51385).
  package static func sshHost(of address: String) -> Substring? {
    guard let parsed = RemoteAddress(address), parsed.isShort || parsed.scheme == "ssh" || parsed.scheme == "git+ssh",
      !Forge.all.contains(where: { $0.host == parsed.host })
    else { return nil }
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let authority = address[start...].prefix { $0 != "/" && ($0 != ":" || !parsed.isShort) }
    let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let host = afterUser.prefix { $0 != ":" }
    guard host.first != "-", host.utf8.allSatisfy({ $0.isLetter || $0.isDigit || ".-_".utf8.contains($0) }) else {
      return nil
    }
    return host
  }
}
