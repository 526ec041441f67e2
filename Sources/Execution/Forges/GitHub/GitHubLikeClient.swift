import HTTP
import Lanes
import MartletCore

/// A client of a forge with GitHub's requests for releases, in the forge's dialect: GitHub, Forgejo and Gitea.
protocol GitHubLikeClient: PullRequestClient where Request == GitHubRequest<Dialect> {
  associatedtype Dialect: GitHubDialect
}

extension GitHubLikeClient {
  var repository: String { location.repository.percentEncoded(keeping: "/") }

  func releases() -> ForgeResult<[ForgeRelease]> {
    session.pages { page in
      session.perform(Request.releases(repository, page: page)) { response throws(Failure) in
        var releases: [ForgeRelease] = []
        for release in try response.decoded(as: [GitHubRelease].self, from: session.name) {
          releases.append(try release.release())
        }
        return (releases, response.hasNextPage)
      }
    }
  }

  /// A draft does not count as published, although Forgejo returns it here.
  func release(tagged tag: String) -> ForgeResult<ForgeRelease> {
    release(.releaseTagged(repository, tag: tag)) { release throws(Failure) in
      guard release.tag == tag else {
        throw .contradictoryAnswer(session.name, "the release has the tag `\(release.tag)`, expected `\(tag)`")
      }
    }
    .flatMap { release in release.isDraft ? .notFound(.onlyDraft(tag, session.name)) : .done(release) }
  }

  func release(id: String) -> ForgeResult<ForgeRelease> { storedRelease(id: id) }

  /// The release, with the assets that the server lists in it.
  func storedRelease(id: String) -> ForgeResult<ForgeRelease> {
    release(.release(repository, id: id)) { release throws(Failure) in
      guard release.id == id else {
        throw .contradictoryAnswer(session.name, "the release has the number \(release.id), expected \(id)")
      }
    }
  }

  func latestRelease() -> ForgeResult<ForgeRelease> { release(.latestRelease(repository)) }

  func createDraft(_ text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    release(.createDraft(repository, text)) { release throws(Failure) in
      guard release.isDraft else {
        throw .contradictoryAnswer(session.name, "the release is public, expected a draft")
      }
    }
  }

  func update(_ release: ForgeRelease, to text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    self.release(.update(repository, id: release.id, text, publishes: false))
  }

  func publish(_ release: ForgeRelease, as text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    self.release(.update(repository, id: release.id, text, publishes: true)) { release throws(Failure) in
      guard !release.isDraft, release.tag == text.tag else {
        throw .contradictoryAnswer(
          session.name,
          "the release of `\(release.tag)` is \(release.isDraft ? "still a draft" : "public"), expected a "
            + "public one of `\(text.tag)`")
      }
    }
  }

  func deleteDraft(_ release: ForgeRelease) -> ForgeResult<Void> {
    storedRelease(id: release.id).flatMap { found in
      guard found.isDraft else { return .refused(.notADraft(found, session.name)) }
      return session.perform(Request.deleteRelease(repository, id: release.id)) { _ in }
    }
  }

  private func release(
    _ request: Request, check: (ForgeRelease) throws(Failure) -> Void = { _ in }
  ) -> ForgeResult<ForgeRelease> {
    session.perform(request) { response throws(Failure) in
      let release = try response.decoded(as: GitHubRelease.self, from: session.name).release()
      try check(release)
      return release
    }
  }
}

extension Failure {
  fileprivate static func onlyDraft(_ tag: String, _ name: String) -> Failure {
    Failure("the release of `\(tag)` on \(name) is a draft", code: .requestRefused)
  }
}
