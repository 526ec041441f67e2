import MartletCore

/// The user's statement that a variable holds a credential of a server, as `NAME=host` or `NAME=host:port`.
///
/// The variable `MARTLET_TOKEN_HOSTS` has a list of them, and so has the user's file `hosts.yml`.
package struct CredentialBinding: Hashable, Sendable {
  /// The variable with a list of bindings, separated by commas.
  package static let listVariable = "MARTLET_TOKEN_HOSTS"

  private static let form = Pattern(
    /([A-Za-z_][A-Za-z0-9_]*)=(?:\[([0-9A-Fa-f:]+)\]|([A-Za-z0-9][A-Za-z0-9.-]*))(?::([0-9]{1,5}))?/)

  package let variable: String
  /// In lower case, without brackets.
  private let host: String
  /// Nil: the usual port of the address.
  private let port: Int?

  /// Parses `text`; nil for another form, such as a pattern or an address.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: Self.form) else { return nil }
    variable = String(match.output.1)
    host = (match.output.2 ?? match.output.3 ?? "").lowercased()
    port = match.output.4.flatMap { Int($0) }
  }

  package init(_ variable: String, to server: CredentialHost) {
    (self.variable, host, port) = (variable, server.service, server.hasUsualPort ? nil : server.port)
  }

  /// Parses a list such as `BLOG_TOKEN=blog.example.org,LISTS_TOKEN=git.example.org:8443`.
  ///
  /// - Throws: `Failure.badBinding`.
  package static func list(_ text: String) throws(Failure) -> [CredentialBinding] {
    var bindings: [CredentialBinding] = []
    for part in text.split(separator: ",") {
      let part = String(part).trimmingBlanks()
      guard !part.isEmpty else { continue }
      guard let binding = CredentialBinding(part) else { throw .badBinding(part, in: listVariable) }
      bindings.append(binding)
    }
    return bindings
  }

  func covers(_ server: CredentialHost) -> Bool {
    [server.name, server.service].contains(host) && (port.map { $0 == server.port } ?? server.hasUsualPort)
  }
}

extension CredentialBinding: CustomStringConvertible {
  package var description: String {
    "\(variable)=\(host.contains(":") ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")"
  }
}

extension Failure {
  package static func badBinding(_ text: String, in place: String) -> Failure {
    Failure(
      "`\(text)` in `\(place)` is not a variable with its server, expected one such as `BLOG_TOKEN=blog.example.org`",
      code: .tokenHost, exit: .credentials)
  }
}
