import Execution
import HTTP
import Lanes
import MartletCore
import TestSupport

/// A client that returns recorded answers: states that a forge seldom has, and that a server cannot be brought into.
struct RecordedForge: ForgeClient {
  let location: ForgeProject
  var stored: [ForgeRelease] = []
  /// The answer to the creation of a draft: on a forge without drafts, the files that wait beside the release.
  var draft: ForgeRelease?
  /// The digest that a download of any asset has.
  var downloaded: ContentDigest?

  var attempts: RetryAttempts { session.attempts(observer: QuietObserver()) }
  private let session: HTTPSession

  init?(_ kind: Forge = .github) throws {
    guard let location = ForgeProject(remote: "https://forge.example/owner/tool", forge: kind) else { return nil }
    self.location = location
    session = HTTPSession(try HTTPClient(userAgent: "test"))
  }

  private func unrecorded<Value: Sendable>() -> ForgeResult<Value> { .refused(Failure("not recorded")) }
  private func found(_ release: ForgeRelease?) -> ForgeResult<ForgeRelease> {
    release.map { .done($0) } ?? .notFound(Failure("not found"))
  }

  func releases() -> ForgeResult<[ForgeRelease]> { .done(stored) }
  func release(id: String) -> ForgeResult<ForgeRelease> { found(stored.first { $0.id == id }) }
  func release(tagged tag: String) -> ForgeResult<ForgeRelease> { found(stored.first { $0.tag == tag }) }
  func latestRelease() -> ForgeResult<ForgeRelease> { found(stored.first) }
  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    downloaded.map { .done($0) } ?? unrecorded()
  }

  func checkWriteAccess() -> ForgeResult<WriteAccess> { unrecorded() }
  func createDraft(_ text: ReleaseDescription) -> ForgeResult<ForgeRelease> { draft.map { .done($0) } ?? unrecorded() }
  func upload(_ asset: AssetFile, to release: ForgeRelease) -> ForgeResult<ForgeAsset> { unrecorded() }
  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void> { unrecorded() }
  func update(_ release: ForgeRelease, to text: ReleaseDescription) -> ForgeResult<ForgeRelease> { unrecorded() }
  func publish(_ release: ForgeRelease, as text: ReleaseDescription) -> ForgeResult<ForgeRelease> { unrecorded() }
  func deleteDraft(_ release: ForgeRelease) -> ForgeResult<Void> { unrecorded() }
  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]> { unrecorded() }
  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest> { unrecorded() }
  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    unrecorded()
  }
  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void> { unrecorded() }
  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void> { unrecorded() }
  func publicDigest(of address: String) -> ForgeResult<ContentDigest> { unrecorded() }
}
