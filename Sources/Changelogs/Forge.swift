import TextEditing
import Versioning

/// The pages of a project on GitHub, GitLab or Forgejo (Gitea and Codeberg are like it).
package struct Forge: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case github, gitlab, forgejo
  }

  package let kind: Kind
  /// Such as `https://github.com/owner/name`, without a slash at its end.
  package let address: String

  /// The project that the remote at `address` is of; nil when that is no server's, or nobody knows what runs there.
  ///
  /// - Parameter kind: What runs there, if that is known better than from the server's name.
  package init?(remote address: String, kind: Kind? = nil) {
    guard let (scheme, host, path) = Self.parts(of: address) else { return nil }
    guard let kind = kind ?? Self.kind(of: host) else { return nil }
    self.kind = kind
    self.address = "\(scheme)://\(host)/\(path)"
  }

  /// What changed from `old` to `new`, which are names of tags, commits or `HEAD`.
  package func comparison(from old: String, to new: String) -> String {
    "\(address)/\(inProject)compare/\(old.escapedForPath)...\(new.escapedForPath)"
  }

  /// The page of a commit.
  package func page(of commit: ObjectID) -> String { "\(address)/\(inProject)commit/\(commit)" }

  /// The page of the release that is made of `tag`.
  package func page(ofTag tag: String) -> String {
    switch kind {
    case .github, .forgejo: "\(address)/releases/tag/\(tag.escapedForPath)"
    case .gitlab: "\(address)/-/tags/\(tag.escapedForPath)"
    }
  }

  /// The page of an issue or pull request, also of another project on the same server.
  package func page(of reference: IssueReference) -> String {
    let project = reference.repository.map { "\(server)/\($0)" } ?? address
    return switch reference.mark {
    // GitHub and Forgejo lead on to the pull request where the number is one.
    case .issue: "\(project)/\(inProject)issues/\(reference.number)"
    case .mergeRequest: "\(project)/\(inProject)\(kind == .gitlab ? "merge_requests" : "pull")/\(reference.number)"
    }
  }

  /// GitLab keeps its own pages apart from the names of subgroups.
  private var inProject: String { kind == .gitlab ? "-/" : "" }

  private var server: Substring {
    let afterScheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return address[..<(address[afterScheme...].firstIndex(of: "/") ?? address.endIndex)]
  }

  private static func kind(of host: String) -> Kind? {
    let name = host.prefix { $0 != ":" }.lowercased()
    if name == "codeberg.org" { return .forgejo }
    let parts = name.split(whereSeparator: { $0 == "." || $0 == "-" })
    return parts.lazy.compactMap { $0 == "gitea" ? .forgejo : Kind(rawValue: String($0)) }.first
  }

  /// `https://host:port/path`, `ssh://user@host:port/path` and `user@host:path`; a port of ssh is none of the web's.
  private static func parts(of address: String) -> (scheme: String, host: String, path: String)? {
    let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() }
    var rest = scheme.map { address.dropFirst($0.count + 3) } ?? address[...]
    guard ["https", "http", "ssh", "git", "git+ssh", "ssh+git", nil].contains(scheme),
      let hostEnd = rest.firstIndex(where: { $0 == "/" || (scheme == nil && $0 == ":") }),
      scheme != nil || rest[hostEnd] == ":"
    else { return nil }
    var host = rest[..<hostEnd]
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    let isWeb = scheme == "https" || scheme == "http"
    if !isWeb { host = host.prefix { $0 != ":" } }
    rest = rest[rest.index(after: hostEnd)...].drop { $0 == "/" }
    while rest.hasSuffix("/") { rest.removeLast() }
    if rest.hasSuffix(".git") { rest.removeLast(4) }
    guard !host.isEmpty, rest.contains("/") else { return nil }
    return (scheme == "http" ? "http" : "https", String(host), String(rest).escapedForPath)
  }
}

extension String {
  /// For a path of an address: everything but letters, digits, `-._~` and the slash by its bytes (RFC 3986, 2.3).
  fileprivate var escapedForPath: String {
    utf8.reduce(into: "") { text, byte in
      if byte.isLetter || byte.isDigit || "-._~/".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
