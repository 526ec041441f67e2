import MartletChangelogs
import MartletCore

/// A repository on a forge, and the address of the forge's API.
package struct ForgeLocation: Hashable, Sendable {
  package typealias Kind = Forge.Kind

  package let kind: Kind
  /// Such as `owner/name`; on GitLab with all groups.
  package let repository: String
  /// The web address of the server, such as `https://github.com`.
  package let server: String
  /// The address that all paths of the API follow, such as `https://api.github.com`.
  package let api: String

  /// Parses the address of a remote; returns nil if it is not on a server, or the server's software is unknown.
  ///
  /// - Parameters:
  ///   - kind: The software of the server, for a host whose name does not show it.
  ///   - api: The address of the API, where it is not the usual one.
  package init?(remote: String, kind: Kind? = nil, api: String? = nil) {
    guard let forge = Forge(remote: remote, kind: kind), let address = RemoteAddress(remote) else { return nil }
    self.kind = forge.kind
    repository = address.path
    server = forge.server
    self.api = api.map { String($0.reversed().drop { $0 == "/" }.reversed()) } ?? forge.api
  }
}
