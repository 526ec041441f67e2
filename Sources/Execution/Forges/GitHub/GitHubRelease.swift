import MartletCore

/// A release in the JSON of GitHub and of Forgejo (`modules/structs/release.go`), with the keys that Martlet reads.
struct GitHubRelease: Decodable {
  let id: Int
  let tagName: String
  let name: String?
  let body: String?
  let draft: Bool
  let prerelease: Bool
  let immutable: Bool?
  let htmlUrl: String
  /// Only GitHub's is used.
  let uploadUrl: String?
  let assets: [Asset]?

  struct Asset: Decodable {
    let id: Int
    let name: String
    /// `uploaded` or `open`; also `starter`, which GitHub's schema does not list; missing on Forgejo.
    let state: String?
    let size: Int
    /// `sha256:` and 64 digits; missing on Forgejo, and for assets from before June 2025.
    let digest: String?
    let browserDownloadUrl: String

    /// - Throws: a failure for an invalid digest.
    func asset() throws(Failure) -> ForgeAsset {
      let hex = digest.flatMap { $0.hasPrefix("sha256:") ? String($0.dropFirst(7)) : nil }
      guard digest == nil || hex.flatMap(ContentDigest.init(hex:)) != nil else {
        throw .contradictoryAnswer("GitHub", "`\(digest ?? "")` is not a SHA-256 digest")
      }
      return ForgeAsset(
        id: String(id), name: name, size: size, digest: hex.flatMap(ContentDigest.init(hex:)),
        isComplete: state ?? "uploaded" == "uploaded", address: browserDownloadUrl)
    }
  }

  /// - Throws: a failure for values that contradict each other.
  func release() throws(Failure) -> ForgeRelease {
    var files: [ForgeAsset] = []
    for asset in assets ?? [] { files.append(try asset.asset()) }
    return ForgeRelease(
      id: String(id), tag: tagName, title: name ?? "", notes: body ?? "", isDraft: draft, isPrerelease: prerelease,
      isImmutable: immutable ?? false, page: htmlUrl,
      uploadAddress: uploadUrl.map { String($0.prefix { $0 != "{" }) }, assets: files)
  }
}

/// The answer to `GET /repos/{owner}/{repo}`, with the permissions of the token's user.
struct GitHubRepository: Decodable {
  let fullName: String
  let defaultBranch: String?
  /// Missing for tokens of apps.
  let permissions: Permissions?

  struct Permissions: Decodable {
    let push: Bool
  }
}
