/// A repository's normalised address, equal for all its spellings: `github.com/owner/name`.
///
/// The forms `https://`, `ssh://` and `git@host:`, a `.git` suffix, a trailing slash, a user name, a port and letter
/// case make no difference.
package struct RepositoryAddress: Hashable, Sendable {
  /// Host and path in lower case.
  package let text: String

  /// Parses `url`; nil if it has no host with a path.
  package init?(_ url: String) {
    guard let address = RemoteAddress(url.lowercased()) else { return nil }
    let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
    guard !host.isEmpty else { return nil }
    text = "\(host)/\(address.path)"
  }

  /// Owner and name, as Carthage and Mint write them: `owner/name`.
  package var ownerAndName: String { text.split(separator: "/").dropFirst().joined(separator: "/") }
}
