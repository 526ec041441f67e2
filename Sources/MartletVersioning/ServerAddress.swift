/// The parts of a repository's address on a server, in the forms that users and git write: `https://host:port/path`,
/// `ssh://user@host:port/path`, `user@host:path` and `host/path`.
package struct ServerAddress: Hashable, Sendable {
  /// In lower case; nil when there is none.
  package let scheme: String?
  /// Whether it has the short form of ssh, `user@host:path`.
  package let isShort: Bool
  /// Without the user's name and password.
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
    host = String(rest[..<hostEnd])
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
}
