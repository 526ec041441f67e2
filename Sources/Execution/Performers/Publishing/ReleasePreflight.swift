import Lanes
import MartletCore

/// The checks of a release before the first entry of its run is performed.
struct ReleasePreflight {
  private let draft: ReleaseDraft
  private let workspace: Workspace

  init(_ draft: ReleaseDraft, in workspace: Workspace) {
    self.draft = draft
    self.workspace = workspace
  }

  /// Checks the token, and that no other release has the tag.
  ///
  /// - Throws: `Failure.noForgeToken`, `.releaseExists`, `.draftExists`; what the forge refuses.
  func check(_ pending: inout PendingChanges) throws {
    try checkAccess(&pending)
    let client = try ForgeAccess(workspace).client(of: draft.repository)
    let mark = ReleaseMark.none
    guard let other = try ReleaseLookup(client: client, draft: draft, mark: mark).other() else { return }
    if draft.existing == .fill, !other.isDraft, other.assets.isEmpty { return }
    throw other.isDraft ? Failure.draftExists(other) : Failure.releaseExists(other)
  }

  /// Checks the token, once for each repository.
  func checkAccess(_ pending: inout PendingChanges) throws {
    guard !pending.forges.contains(draft.repository) else { return }
    let client = try ForgeAccess(workspace).client(of: draft.repository)
    _ = try client.checkWriteAccess().get()
    pending.forges.insert(draft.repository)
  }
}

extension Failure {
  static func releaseExists(_ release: ForgeRelease) -> Failure {
    let run = ReleaseMark.run(in: release.notes).map { ", by run \($0) of Martlet" } ?? ""
    return Failure(
      "the release of `\(release.tag)` is published already\(run): \(release.page)",
      hint: "raise the version, or compare what is there with `martlet verify \(release.tag)`", code: .releaseExists,
      exit: .conflict)
  }

  static func draftExists(_ release: ForgeRelease) -> Failure {
    let run = ReleaseMark.run(in: release.notes)
    return Failure(
      "there is a draft of `\(release.tag)` already\(run.map { ", of run \($0)" } ?? ""): \(release.page)",
      hint: run == nil
        ? "publish or delete it on its page, then run the command again"
        : "finish or undo that run in its clone; if the clone is gone, delete the draft on its page, "
          + "then run the command again",
      code: .releaseExists, exit: .conflict)
  }
}
