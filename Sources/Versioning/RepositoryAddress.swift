/// A repository's address in the one form in which all its spellings are equal: `github.com/owner/name`.
///
/// `https://`, `ssh://` and `git@host:` forms, a `.git`, a slash at the end, a user name, a port and letter case make no difference.
package struct RepositoryAddress: Hashable, Sendable {
  /// Host and path in lower case.
  package let text: String

  /// The address, or nil when `url` names no host with a path.
  package init?(_ url: String) {
    var rest = url.lowercased()[...]
    let hasScheme = rest.firstRange(of: "://").map { rest = rest[$0.upperBound...] } != nil
    let hostEnd = rest.firstIndex { $0 == "/" } ?? rest.endIndex
    if let at = rest[..<hostEnd].lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    guard let end = rest.firstIndex(where: { $0 == "/" || $0 == ":" }) else { return nil }
    var host = rest[..<end]
    if host.hasPrefix("www.") { host = host.dropFirst(4) }
    var path = rest[rest.index(after: end)...]
    if rest[end] == ":", hasScheme { path = path.drop { $0 != "/" } }
    path = path.drop { $0 == "/" }
    while path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix(".git") { path.removeLast(4) }
    guard !host.isEmpty, !path.isEmpty else { return nil }
    text = "\(host)/\(path)"
  }

  /// Owner and name, as Carthage and Mint write them: `owner/name`.
  package var ownerAndName: String { text.split(separator: "/").dropFirst().joined(separator: "/") }
}
