/// A repository's address in the one form in which all its spellings are equal: `github.com/owner/name`.
///
/// `https://`, `ssh://` and `git@host:` forms, a `.git`, a slash at the end, a user name, a port and letter case make no difference.
package struct RepositoryAddress: Hashable, Sendable {
  /// Host and path in lower case.
  package let text: String

  /// The address, or nil when `url` names no host with a path.
  package init?(_ url: String) {
    guard let address = ServerAddress(url.lowercased()) else { return nil }
    let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
    guard !host.isEmpty else { return nil }
    text = "\(host)/\(address.path)"
  }

  /// Owner and name, as Carthage and Mint write them: `owner/name`.
  package var ownerAndName: String { text.split(separator: "/").dropFirst().joined(separator: "/") }
}
