/// A project on a forge: its pages, and the address of the API.
package struct ForgeProject: Hashable, Sendable {
  private static let schemes = ["https", "http", "ssh", "git", "git+ssh", "ssh+git"]

  package let forge: Forge
  /// Such as `owner/name`; on GitLab with all groups.
  package let repository: String
  /// For example `https://github.com/owner/name`, without a trailing slash.
  package let address: String
  /// The address that all paths of the API follow, such as `https://api.github.com`.
  package let api: String

  /// Finds the project of the remote at `address`; nil if that is not on a server, or its software is unknown.
  ///
  /// - Parameters:
  ///   - forge: The server's software, if known from elsewhere than the server's name.
  ///   - api: The address of the API, where it is not the usual one.
  package init?(remote address: String, forge: Forge? = nil, api: String? = nil) {
    guard let place = RemoteAddress(address), place.path.contains("/"),
      place.isShort || place.scheme.map(Self.schemes.contains) == true, let forge = forge ?? Forge(host: place.host)
    else { return nil }
    self.forge = forge
    repository = place.path
    // The port of ssh does not apply to the web.
    let isWeb = ["https", "http"].contains(place.scheme)
    let port = isWeb ? place.port.map { ":\($0)" } : nil
    let server = "\(place.scheme == "http" ? "http" : "https")://\(place.host)\(port ?? "")"
    self.address = "\(server)/\(place.path.percentEncoded(keeping: "/"))"
    self.api = api.map { String($0.reversed().drop { $0 == "/" }.reversed()) } ?? forge.api(server)
  }

  /// The web address of the server, such as `https://github.com`.
  package var server: String {
    let afterScheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return String(address[..<(address[afterScheme...].firstIndex(of: "/") ?? address.endIndex)])
  }

  /// Returns the address that compares `old` with `new`, which are names of tags, commits or `HEAD`.
  package func comparison(from old: String, to new: String) -> String {
    "\(address)/\(forge.pagePrefix)compare/\(old.percentEncoded(keeping: "/"))...\(new.percentEncoded(keeping: "/"))"
  }

  /// Returns the page of a commit.
  package func page(of commit: ObjectID) -> String { "\(address)/\(forge.pagePrefix)commit/\(commit)" }

  /// Returns the page of the release of `tag`.
  package func page(ofTag tag: String) -> String { "\(address)/\(forge.releasePath(tag.percentEncoded(keeping: "/")))" }

  /// Returns the address of an asset of the release of `tag`.
  package func address(ofAsset name: String, tag: String) -> String {
    "\(address)/\(forge.assetPath(tag.percentEncoded(keeping: "/"), name.percentEncoded(keeping: "/")))"
  }
}
