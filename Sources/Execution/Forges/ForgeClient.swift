import HTTP
import Lanes
import MartletCore

/// A client of the forge that has the releases and pull requests of one repository: GitHub, GitLab, or Forgejo and Gitea.
///
/// A request that only reads is repeated within `RetryLimit` after a rate limit, a server error or a lost connection. A request
/// that changes something is repeated only if the forge certainly did nothing: after a rate limit, or without a connection.
/// If its answer is lost, the result is `maybeDone`, and the caller has to read the release before it sends anything again.
package protocol ForgeClient: Sendable {
  var location: ForgeProject { get }
  /// The attempts of a change that the caller repeats after it has read the release.
  var attempts: RetryAttempts { get }

  /// Checks the token, unless the forge allows this only with a change.
  func checkWriteAccess() -> ForgeResult<WriteAccess>

  /// Lists all releases, newest first, drafts included where the forge has them and the token may see them.
  func releases() -> ForgeResult<[ForgeRelease]>

  /// Returns the published release of a tag. GitHub never returns a draft here.
  func release(tagged tag: String) -> ForgeResult<ForgeRelease>

  /// Reads a release again, draft or not. GitLab has no drafts: the files of the package are the draft of its tag.
  func release(id: String) -> ForgeResult<ForgeRelease>

  /// Returns the release that the forge calls the latest.
  func latestRelease() -> ForgeResult<ForgeRelease>

  /// Creates a draft. On GitLab this sends nothing: the draft is the package that holds the files of the tag.
  func createDraft(_ text: ReleaseDescription) -> ForgeResult<ForgeRelease>

  /// Uploads a file. It never replaces an asset: if the name is already used, it returns `taken`.
  func upload(_ asset: AssetFile, to release: ForgeRelease) -> ForgeResult<ForgeAsset>

  /// Deletes an asset of a draft.
  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void>

  /// Changes title, notes and tag of a draft, which stays a draft.
  func update(_ release: ForgeRelease, to text: ReleaseDescription) -> ForgeResult<ForgeRelease>

  /// Makes a draft public. On GitLab this creates the release with links to the assets of `release` in one request.
  func publish(_ release: ForgeRelease, as text: ReleaseDescription) -> ForgeResult<ForgeRelease>

  /// Deletes a draft with its assets. Refuses to delete a published release.
  func deleteDraft(_ release: ForgeRelease) -> ForgeResult<Void>

  /// Downloads an asset with the token, and returns the SHA-256 of its bytes.
  ///
  /// - Parameter path: The file to write; nil writes no file.
  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest>

  /// Returns the open pull requests of the branch `head` of this repository into `base`.
  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]>

  /// Opens a pull request. If the branch has an open one already, it returns `taken`.
  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest>

  /// Changes title and body. Its branches, and whether it is a draft, stay.
  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest>

  /// Adds labels to those that the pull request has.
  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void>

  /// Closes a pull request without merging it.
  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void>

  /// Downloads `address` without a token, as a consumer does, and returns the SHA-256 of its bytes.
  func publicDigest(of address: String) -> ForgeResult<ContentDigest>
}

extension ForgeClient {
  package var forge: Forge { location.forge }
}

/// The result of the check of a token.
package enum WriteAccess: Sendable, Equatable {
  case confirmed
  /// The forge does not report the permissions; the reason, for the user.
  case unconfirmed(reason: String)
}

extension ForgeProject {
  /// The client for the software of this server.
  ///
  /// - Parameters:
  ///   - token: Nil for requests without a token.
  ///   - limit: The limits of attempts and waits.
  package func client(
    token: ForgeToken?, transport: any HTTPTransport, observer: any ForgeObserver, limit: RetryLimit = .standard,
    waiter: any RetryWaiter = ThreadWaiter()
  ) -> any ForgeClient {
    let session = ForgeSession(
      location: self, token: token, http: HTTPSession(transport, limit: limit, waiter: waiter), observer: observer)
    return switch forge.interface {
    case .gitHub: GitHubClient(session: session)
    case .gitLab: GitLabClient(session: session)
    case .forgejo: ForgejoClient(session: session)
    }
  }
}
