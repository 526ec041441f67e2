import Lanes
import MartletCore

/// A plan as JSON, or after a run, the entries that were performed.
struct PlanReport: Report {
  let schema = 1
  let lane: String
  let version: String?
  let previousVersion: String?
  private(set) var entries: [EntryReport]
  private(set) var remarks: [String]

  init(_ plan: Plan) {
    lane = plan.title
    version = plan.version?.current.description
    previousVersion = plan.version?.previous?.description
    entries = plan.entries.map { EntryReport($0) }
    remarks = plan.remarks
  }

  /// - Parameter result: The commits and archives that were made.
  init(lane: String, version: VersionState?, entries: [Plan.Entry], result: StageResult) {
    self.lane = lane
    self.version = version?.current.description
    previousVersion = version?.previous?.description
    self.entries = entries.map {
      EntryReport(
        $0, commit: result.commits[$0.number], archive: result.archives[$0.number],
        release: result.releases[$0.number], post: result.posts[$0.number])
    }
    remarks = []
  }

  /// Returns the report with the secrets of `console` masked.
  func masked(by console: Console) -> PlanReport {
    var report = self
    report.entries = entries.map { $0.masked(by: console) }
    report.remarks = remarks.map(console.redacted)
    return report
  }
}

/// One entry of a plan as JSON. Keys that do not belong to its effect are left out.
struct EntryReport: Encodable {
  let number: Int
  let stage: Int
  let step: String
  let effect: String
  let isPublic: Bool
  var path: String?
  var removedLines: Int?
  var insertedLines: Int?
  var diff: String?
  var message: String?
  var files: [String]?
  var branch: String?
  var commit: String?
  var tag: String?
  var remote: String?
  var refs: [String]?
  var command: String?
  var format: String?
  var sha256: String?
  var entries: Int?
  var bytes: Int?
  var repository: String?
  var asset: String?
  var isLatest: Bool?
  var isPrerelease: Bool?
  var url: String?
  var channel: String?
  var title: String?
  var text: String?

  /// - Parameters:
  ///   - commit: The commit that the entry made; nil before that.
  ///   - archive: The archive that the entry wrote; nil before that.
  ///   - release: The release that the entry published; nil before that.
  ///   - post: The address of the announcement that the entry posted; nil before that.
  init(
    _ entry: Plan.Entry, commit: ObjectID? = nil, archive: ArchiveResult? = nil, release: ReleaseResult? = nil,
    post: String? = nil
  ) {
    number = entry.number
    stage = entry.stage
    step = entry.step
    isPublic = entry.effect.isOutward
    switch entry.effect {
    case .writeFile(let write):
      effect = "write"
      path = write.path.string
      (removedLines, insertedLines) = (write.removedCount, write.insertedCount)
      diff = write.diff
    case .createCommit(let creation):
      effect = "commit"
      message = creation.message
      files = creation.paths.map(\.string)
      branch = creation.branch
      self.commit = commit?.hex
    case .createTag(let creation):
      effect = "tag"
      tag = creation.name
      message = creation.message
    case .pushRefs(let push):
      effect = "push"
      remote = push.remote
      refs = push.refs.map(\.destination)
    case .writeArchive(let write):
      effect = "archive"
      path = write.path
      format = write.format.rawValue
      self.commit = archive?.commit?.hex
      sha256 = archive?.digest?.hex
      (entries, bytes) = (archive?.entryCount, archive?.byteCount)
    case .runCommand(let run):
      effect = "run"
      command = run.fullLine
    case .showMessage(let text):
      effect = "message"
      message = text
    case .release(let effect):
      self.effect = effect.phrase.verb
      describe(effect, release)
    case .postMessage(let announcement):
      effect = "post"
      channel = announcement.name
      (title, text) = (announcement.title, announcement.text)
      url = post
    case .publishTree(let publication):
      effect = "publish-tree"
      (repository, branch) = (publication.branch.address, publication.branch.name)
      message = publication.message
      files = publication.changes?.map(\.path)
    }
  }

  private mutating func describe(_ effect: ReleaseEffect, _ result: ReleaseResult?) {
    switch effect {
    case .keepArtifact(let artifact):
      path = artifact.path
      (bytes, sha256) = (artifact.contents?.size, artifact.contents?.digest.hex)
    case .openDraft(let draft):
      (tag, repository) = (draft.release.tag, draft.repository.name)
      message = draft.release.title
    case .uploadAsset(let artifact, let draft):
      (tag, asset) = (draft.release.tag, artifact.name)
      (bytes, sha256) = (artifact.contents?.size, artifact.contents?.digest.hex)
    case .publishRelease(let publication):
      (tag, repository) = (publication.draft.release.tag, publication.draft.repository.name)
      isLatest = publication.draft.release.isLatest
      isPrerelease = publication.draft.release.isPrerelease
      url = result?.url
    case .publishPackage(let publication):
      (message, repository, asset) = (publication.title, publication.registry, publication.archive.name)
      (bytes, sha256) = (publication.archive.contents?.size, publication.archive.contents?.digest.hex)
    case .verifyRelease(let verification): (tag, repository) = (verification.tag, verification.repository.name)
    }
  }

  /// Returns the entry with the secrets of `console` masked. Only command lines and messages can contain command
  /// output; everything else becomes public anyway.
  func masked(by console: Console) -> EntryReport {
    var report = self
    report.command = command.map(console.redacted)
    if effect == "message" { report.message = message.map(console.redacted) }
    return report
  }
}
