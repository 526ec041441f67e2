import HTTP
import Lanes
import MartletCore

/// Releases on GitLab. There are no drafts: files are first uploaded into the generic package of the tag, which no page
/// links to. Then one request creates the release with links to all of them.
struct GitLabClient: PullRequestClient {
  typealias Request = GitLabRequest

  let session: ForgeSession

  /// The path of the project as one segment.
  var repository: String { location.repository.percentEncoded }

  func checkWriteAccess() -> ForgeResult<WriteAccess> {
    guard let token = session.token else {
      return .refused(.readOnlyToken(location, "GitLab", session.token, reason: "there is no token"))
    }
    guard token.kind == .personal else {
      // A job's token cannot read the project, and has the rights of the user who started the job.
      return session.perform(GitLabRequest.releases(repository, page: 1)) { _ in
        .unconfirmed(reason: "the token of a job does not show its rights")
      }
    }
    return session.perform(GitLabRequest.project(repository)) { response throws(Failure) in
      try response.decoded(as: GitLabProject.self, from: "GitLab")
    }
    .flatMap { found in
      guard let permissions = found.permissions else {
        return .done(.unconfirmed(reason: "GitLab did not report the role of the token"))
      }
      guard permissions.level >= GitLabProject.developer else {
        return .refused(
          .readOnlyToken(
            location, "GitLab", session.token, reason: "its role in `\(found.pathWithNamespace)` is below Developer"))
      }
      return .done(.unconfirmed(reason: "GitLab does not report the scopes of a token"))
    }
  }

  /// GitLab caches this list for five minutes.
  func releases() -> ForgeResult<[ForgeRelease]> {
    session.pages { page in
      session.perform(GitLabRequest.releases(repository, page: page)) { response throws(Failure) in
        let releases = try response.decoded(as: [GitLabRelease].self, from: "GitLab")
        return (releases.map { $0.release(in: location, files: []) }, response.hasNextPage)
      }
    }
  }

  func release(tagged tag: String) -> ForgeResult<ForgeRelease> {
    session.perform(GitLabRequest.release(repository, tag: tag)) { response throws(Failure) in
      let release = try response.decoded(as: GitLabRelease.self, from: "GitLab")
      guard release.tagName == tag else {
        throw .contradictoryAnswer("GitLab", "the release has the tag `\(release.tagName)`, expected `\(tag)`")
      }
      return release
    }
    .flatMap { release in files(of: tag).map { release.release(in: location, files: $0) } }
  }

  func release(id: String) -> ForgeResult<ForgeRelease> {
    guard case .notFound(let failure) = release(tagged: id) else { return release(tagged: id) }
    return files(of: id).flatMap { files in
      files.isEmpty ? .notFound(failure) : .done(draft(of: id, title: "", notes: "", files: files))
    }
  }

  func latestRelease() -> ForgeResult<ForgeRelease> {
    session.perform(GitLabRequest.latestRelease(repository)) { response throws(Failure) in
      if response.status == 200 {
        return try response.decoded(as: GitLabRelease.self, from: "GitLab").tagName
      }
      guard let tag = response["Location"]?.split(separator: "/").last?.percentDecoded else {
        throw .contradictoryAnswer("GitLab", "a redirect without an address")
      }
      return tag
    }
    .flatMap { release(tagged: $0) }
  }

  func createDraft(_ text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    files(of: text.tag).map { draft(of: text.tag, title: text.title, notes: text.notes, files: $0) }
  }

  /// GitLab would add a second file of the same name to the package, which hides the first. A public release also gets the link.
  func upload(_ asset: AssetFile, to release: ForgeRelease) -> ForgeResult<ForgeAsset> {
    files(of: release.tag).flatMap { files in
      let file = files.first { $0.fileName == asset.name }
      guard release.isDraft ? file == nil : !release.assets.contains(where: { $0.name == asset.name }),
        file.map({ $0.digest != nil && $0.digest == asset.digest }) ?? true
      else { return .taken(.assetExists("GitLab", asset: asset.name)) }
      let stored = file.map { .done($0) } ?? send(asset, tag: release.tag)
      guard !release.isDraft else { return stored.map { $0.asset(at: address(of: asset.name, tag: release.tag)) } }
      return stored.flatMap { file in
        let request = GitLabRequest.createLink(repository, tag: release.tag, link(to: asset.name, tag: release.tag))
        return session.perform(request) { _ in file.asset(at: address(of: asset.name, tag: release.tag)) }
      }
    }
  }

  private func send(_ asset: AssetFile, tag: String) -> ForgeResult<GitLabFile> {
    let request = GitLabRequest.upload(repository, asset, GitLabPackageName(of: tag, in: location))
    return session.perform(request, asset: asset.name) { response throws(Failure) in
      try response.decoded(as: GitLabFile.self, from: "GitLab")
    }
  }

  private func link(to file: String, tag: String) -> GitLabRequest.Link {
    GitLabRequest.Link(
      name: file, url: address(of: file, tag: tag), directAssetPath: "/\(file)", linkType: "package")
  }

  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void> {
    let numbers = asset.id.split(separator: ":").compactMap { Int($0) }
    guard numbers.count == 2 else {
      return .refused(.contradictoryAnswer("GitLab", "`\(asset.name)` is not a file of the package"))
    }
    return session.perform(GitLabRequest.deleteFile(repository, package: numbers[0], file: numbers[1])) { _ in }
  }

  /// Sends nothing for a draft: only its files are on GitLab.
  func update(_ release: ForgeRelease, to text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    guard !release.isDraft else { return createDraft(text) }
    let result: ForgeResult<Void> = session.perform(GitLabRequest.updateRelease(repository, text)) { _ in }
    return result.flatMap { self.release(tagged: text.tag) }
  }

  func publish(_ release: ForgeRelease, as text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    guard release.isDraft else { return update(release, to: text) }
    return files(of: text.tag).flatMap { found in
      let files = found.filter { file in release.assets.contains { $0.name == file.fileName } }
      let links = files.map { link(to: $0.fileName, tag: text.tag) }
      return session.perform(GitLabRequest.createRelease(repository, text, links: links)) { response throws(Failure) in
        let created = try response.decoded(as: GitLabRelease.self, from: "GitLab")
        let published = created.release(in: location, files: files)
        guard published.tag == text.tag, published.assets.map(\.name).sorted() == files.map(\.fileName).sorted() else {
          throw .contradictoryAnswer("GitLab", "the release of `\(published.tag)` has other assets than were sent")
        }
        return published
      }
    }
  }

  /// Deletes the package, unless a release links to it.
  func deleteDraft(_ release: ForgeRelease) -> ForgeResult<Void> {
    switch self.release(tagged: release.tag) {
    case .done(let found): return .refused(.notADraft(found, "GitLab"))
    case .notFound: break
    case let other: return other.map { _ in }
    }
    return packages(of: release.tag).flatMap { packages in
      var result = ForgeResult<Void>.done(())
      for package in packages {
        result = result.flatMap {
          session.perform(GitLabRequest.deletePackage(repository, package: package.id)) { _ in }
        }
      }
      return result
    }
  }

  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    // The pages of a private project accept no token, only its API does.
    let address = asset.source ?? asset.address
    guard session.sendsToken(to: address) else { return session.publicDigest(of: address, to: path) }
    return session.download(GitLabRequest.file(address), to: path)
  }

  private func address(of file: String, tag: String) -> String {
    location.api + GitLabRequest.path(repository, GitLabPackageName(of: tag, in: location), file)
  }

  private func draft(of tag: String, title: String, notes: String, files: [GitLabFile]) -> ForgeRelease {
    ForgeRelease(
      id: tag, tag: tag, title: title, notes: notes, isDraft: true, isPrerelease: false,
      page: "\(location.server)/\(location.repository)/-/packages",
      assets: files.map { $0.asset(at: address(of: $0.fileName, tag: tag)) })
  }

  /// The packages of a tag. GitLab also returns packages whose names only contain the requested one.
  private func packages(of tag: String) -> ForgeResult<[GitLabPackage]> {
    let wanted = GitLabPackageName(of: tag, in: location)
    return session.pages { page in
      session.perform(GitLabRequest.packages(repository, wanted, page: page)) { response throws(Failure) in
        let packages = try response.decoded(as: [GitLabPackage].self, from: "GitLab")
        return (packages.filter { $0.name == wanted.name && $0.version == wanted.version }, response.hasNextPage)
      }
    }
  }

  /// The files of the package of a tag, in the order of their upload.
  private func files(of tag: String) -> ForgeResult<[GitLabFile]> {
    packages(of: tag).flatMap { packages in
      guard let package = packages.first else { return .done([]) }
      return session.pages { page in
        session.perform(GitLabRequest.packageFiles(repository, package: package.id, page: page)) {
          response throws(Failure) in
          (try response.decoded(as: [GitLabFile].self, from: "GitLab"), response.hasNextPage)
        }
      }
    }
  }
}

extension Substring {
  /// The text of one segment of a path.
  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
