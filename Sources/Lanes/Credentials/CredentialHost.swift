import MartletCore

/// A server that may get a credential: how it is reached, its name and its port.
package struct CredentialHost: Hashable, Sendable {
  /// The usual port of each scheme of an address that can carry a credential.
  private static let ports = ["https": 443, "http": 80]

  private static let authority = Pattern(
    /(?:[A-Za-z0-9._~%:+-]*@)?(?:\[([0-9A-Fa-f:]+)\]|([A-Za-z0-9](?:[A-Za-z0-9.-]*)))(?::([0-9]{1,5}))?/)

  /// In lower case.
  package let scheme: String
  /// In lower case; that of an IPv6 address without brackets.
  package let name: String
  package let port: Int

  /// Parses the address of a request or a git remote.
  ///
  /// Programs disagree about unusual addresses, such as `https://github.com\@example.org/`. So there is no server in an
  /// address whose part between `://` and the path has other characters than those of a name, a port and a user.
  package init?(address: String) {
    guard let start = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<start.lowerBound].lowercased()
    guard let usual = Self.ports[scheme] else { return nil }
    let authority = address[start.upperBound...].prefix { !"/?#".contains($0) }
    guard let match = authority.wholeMatch(of: Self.authority) else { return nil }
    self.init(
      scheme: scheme, name: (match.output.1 ?? match.output.2 ?? "").lowercased(),
      port: match.output.3.flatMap { Int($0) } ?? usual)
  }

  private init(scheme: String, name: String, port: Int) {
    (self.scheme, self.name, self.port) = (scheme, name, port)
  }

  /// The server at the usual port for `https`.
  static func secure(_ name: String) -> CredentialHost { CredentialHost(scheme: "https", name: name, port: 443) }

  var hasUsualPort: Bool { Self.ports[scheme] == port }

  /// The name of the service: GitHub's servers for its API and for uploads have the tokens of its web server.
  var service: String {
    for prefix in ["api.", "uploads."] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      if rest == "github.com" || rest.hasSuffix(".ghe.com") { return String(rest) }
    }
    return name
  }

  /// The server of the service at the same port.
  var ofService: CredentialHost { CredentialHost(scheme: scheme, name: service, port: port) }

  /// Whether no other machine can read what is sent: it is encrypted, or it stays on this machine.
  package var keepsSecrets: Bool { scheme != "http" || name.isLoopbackHost }

  /// Such as `git.example.com:8443`, without the usual port.
  package var text: String {
    let name = name.contains(":") ? "[\(name)]" : name
    return hasUsualPort ? name : "\(name):\(port)"
  }
}
