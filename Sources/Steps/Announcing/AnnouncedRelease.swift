import Lanes
import MartletChangelogs
import MartletCore

/// The facts of a release that is announced.
struct AnnouncedRelease {
  let project: String
  let tag: String
  let version: String
  let title: String
  let date: String
  let outline: NotesOutline
  let notice: String
  /// Empty if the release has no page.
  let link: String
  /// The tag on the remote, with its release if `link` is the page of that release; nil if the run pushes the tag, or there is
  /// no remote.
  let publicTag: RemoteTag?

  /// - Throws: `Failure.nothingToAnnounce`, `.unpublished`; the errors of reading the notes.
  init(_ step: AnnounceStep, in draft: Draft) throws {
    let tag = try step.tag.map(draft.text(of:)) ?? Self.newestTag(in: draft)
    try draft.checkPublished(tag)
    let version = try draft.tagFormat().version(of: tag)
    // The texts of the step are about the release, which is not always that of the manifests.
    let draft = version.map(draft.released(as:)) ?? draft
    let page = draft.releasePage(ofTag: tag)
    self.tag = tag
    self.version = version?.description ?? tag
    project = draft.releasefile.project ?? draft.workspace.folderName
    title = try step.title.map(draft.text(of:)) ?? "\(project) \(self.version)"
    date = draft.workspace.today
    outline = NotesOutline(try step.notes.map(draft.text(of:)) ?? draft.releaseNotes(of: version, tag: tag))
    notice = try step.notice.map(draft.text(of:)) ?? ""
    link = try step.link.map(draft.text(of:)) ?? page ?? ""
    publicTag = try Self.publicTag(tag, hasReleaseLink: link == page, in: draft)
  }

  /// The last tag of the run, or that of the newest release that HEAD contains.
  private static func newestTag(in draft: Draft) throws -> String {
    if let own = draft.ownTags.last { return own }
    guard let release = try ReleaseHistory.newestRelease(of: draft) else { throw Failure.nothingToAnnounce }
    return release.tag
  }

  private static func publicTag(_ tag: String, hasReleaseLink: Bool, in draft: Draft) throws -> RemoteTag? {
    guard draft.push(ofTag: tag) == nil, let remote = try draft.remote(ofTag: tag) else { return nil }
    let isPublished = draft.publications.contains { $0.draft.release.tag == tag }
    guard hasReleaseLink, !isPublished, draft.releasefile.publishesReleases else { return RemoteTag(tag, on: remote) }
    return RemoteTag(tag, on: remote, release: try draft.forgeRepository(ofTag: tag))
  }
}

extension Draft {
  /// - Throws: `Failure.missingTag`; `.unpublished` if the run creates `tag` and has not published it before this step.
  fileprivate func checkPublished(_ tag: String) throws {
    if createdTags.contains(where: { $0.name == tag }) {
      guard push(ofTag: tag) != nil else { throw Failure.unpublished(tag, missing: "push") }
    } else if try workspace.tag(named: tag) == nil {
      throw Failure.missingTag(tag)
    }
    let isPublished = publications.contains { $0.draft.release.tag == tag }
    if releaseDrafts.contains(where: { $0.release.tag == tag }), !isPublished {
      throw Failure.unpublished(tag, missing: "publish_release")
    }
  }

  /// The section of `version` in the changelog, or the changes that `tag` released.
  fileprivate func releaseNotes(of version: Version?, tag: String) throws -> String {
    if let version, let text = try changelogText(of: version, at: changelogPath()) { return text }
    guard let revision = try Revision(tag, in: self) else {
      return try NotesText(of: ReleaseHistory(of: self), as: version, in: self).markdown(in: self)
    }
    return try NotesText(between: .release(before: revision, in: self), and: revision, in: self).markdown(in: self)
  }

  /// The page of the release on the forge of its remote; nil if the project is not on a known one.
  fileprivate func releasePage(ofTag tag: String) -> String? {
    (try? forgeRepository(ofTag: tag))?.project?.page(ofTag: tag)
  }
}

extension Failure {
  fileprivate static let nothingToAnnounce = Failure(
    "no release to announce: HEAD contains no tag of a version",
    hint: "put `announce` after `tag` and `push`, or name a tag that exists with `tag:`")

  fileprivate static func missingTag(_ tag: String) -> Failure {
    Failure(
      "no tag `\(tag)` to announce",
      hint: "put `announce` after `tag` and `push`, or name a tag that exists with `tag:`")
  }

  fileprivate static func unpublished(_ tag: String, missing step: String) -> Failure {
    Failure(
      "`\(tag)` is not public before `announce`, because `\(step)` is missing",
      hint: "put `\(step)` before `announce`")
  }
}
