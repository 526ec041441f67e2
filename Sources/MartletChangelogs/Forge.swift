import MartletCore

/// The pages of a project on GitHub, GitLab or Forgejo (including Gitea and Codeberg).
package struct Forge: Hashable, Sendable {
  private static let schemes = ["https", "http", "ssh", "git", "git+ssh", "ssh+git"]

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case github, gitlab, forgejo

    /// The environment variables that may hold a token, the preferred one first.
    package var tokenVariables: [String] {
      switch self {
      case .github: ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN"]
      case .gitlab: ["GITLAB_TOKEN", "CI_JOB_TOKEN"]
      case .forgejo: ["FORGEJO_TOKEN", "GITEA_TOKEN", "CODEBERG_TOKEN"]
      }
    }
  }

  package let kind: Kind
  /// For example `https://github.com/owner/name`, without a trailing slash.
  package let address: String

  /// Finds the project of the remote at `address`; nil if that is not on a server, or its software is unknown.
  ///
  /// - Parameter kind: The server's software, if known from elsewhere than the server's name.
  package init?(remote address: String, kind: Kind? = nil) {
    guard let place = RemoteAddress(address), place.path.contains("/"),
      place.isShort || place.scheme.map(Self.schemes.contains) == true, let kind = kind ?? Self.kind(of: place.host)
    else { return nil }
    self.kind = kind
    // The port of ssh does not apply to the web.
    let isWeb = ["https", "http"].contains(place.scheme)
    let port = isWeb ? place.port.map { ":\($0)" } : nil
    self.address =
      "\(place.scheme == "http" ? "http" : "https")://\(place.host)\(port ?? "")/\(place.path.escapedForPath)"
  }

  /// Returns the address that compares `old` with `new`, which are names of tags, commits or `HEAD`.
  package func comparison(from old: String, to new: String) -> String {
    "\(address)/\(inProject)compare/\(old.escapedForPath)...\(new.escapedForPath)"
  }

  /// Returns the page of a commit.
  package func page(of commit: ObjectID) -> String { "\(address)/\(inProject)commit/\(commit)" }

  /// Returns the page of the release of `tag`.
  package func page(ofTag tag: String) -> String {
    switch kind {
    case .github, .forgejo: "\(address)/releases/tag/\(tag.escapedForPath)"
    case .gitlab: "\(address)/-/tags/\(tag.escapedForPath)"
    }
  }

  /// Returns the address of an asset of the release of `tag`.
  package func address(ofAsset name: String, tag: String) -> String {
    switch kind {
    case .github, .forgejo: "\(address)/releases/download/\(tag.escapedForPath)/\(name.escapedForPath)"
    case .gitlab: "\(address)/-/releases/\(tag.escapedForPath)/downloads/\(name.escapedForPath)"
    }
  }

  /// Returns the page of an issue or pull request, including those of other projects on the same server.
  package func page(of reference: IssueReference) -> String {
    let project = reference.repository.map { "\(server)/\($0)" } ?? address
    return switch reference.mark {
    // GitHub and Forgejo redirect to the pull request if the number is one.
    case .issue: "\(project)/\(inProject)issues/\(reference.number)"
    case .mergeRequest: "\(project)/\(inProject)\(kind == .gitlab ? "merge_requests" : "pull")/\(reference.number)"
    }
  }

  /// GitLab separates its own pages from the names of subgroups.
  private var inProject: String { kind == .gitlab ? "-/" : "" }

  /// The web address of the server, such as `https://github.com`.
  package var server: String {
    let afterScheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return String(address[..<(address[afterScheme...].firstIndex(of: "/") ?? address.endIndex)])
  }

  /// The usual address of the API. github.com, and GitHub Enterprise Cloud with data residency, have a separate host for it;
  /// Enterprise Server does not.
  package var api: String {
    switch kind {
    case .github where server == "https://github.com" || server.hasSuffix(".ghe.com"):
      server.replacing("://", with: "://api.")
    case .github: server + "/api/v3"
    case .gitlab: server + "/api/v4"
    case .forgejo: server + "/api/v1"
    }
  }

  private static func kind(of host: String) -> Kind? {
    let name = host.lowercased()
    if name == "codeberg.org" { return .forgejo }
    let parts = name.split(whereSeparator: { $0 == "." || $0 == "-" })
    return parts.lazy.compactMap { $0 == "gitea" ? .forgejo : Kind(rawValue: String($0)) }.first
  }
}

extension String {
  /// The text for the path of an address: all bytes except letters, digits, `-._~` and `/` are percent-encoded (RFC
  /// 3986, 2.3).
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
