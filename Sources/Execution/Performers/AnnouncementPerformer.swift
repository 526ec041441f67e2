import Lanes
import MartletCore

/// Posts an announcement on one channel, at most once: the record names each attempt before it is sent.
struct AnnouncementPerformer: EffectPerformer {
  let announcement: Announcement

  /// Checks the files, and that the release is public. Tries the token with a request that posts nothing, while it is early enough
  /// to stop: once something is public, a refused channel must not keep the others from their posts.
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    let secret = try workspace.secret(of: announcement)
    if secret == nil, !announcement.secretVariables.isEmpty { throw Failure.noChannelSecret(announcement) }
    if let failure = Announcer.problem(with: announcement, secret: secret) {
      throw AnnouncementError(announcement, failure, mayBeSent: false)
    }
    _ = try uploadable(in: workspace)
    if let tag = announcement.publicTag, pending.publicTags.insert(tag).inserted { try check(tag, in: workspace) }
    guard pending.hasPush, !pending.isResumed else {
      _ = try workspace.announcer(SilentReporter())
      return
    }
    if let failure = try workspace.announcer(SilentReporter()).refusal(of: secret, for: announcement) {
      throw AnnouncementError(announcement, failure, mayBeSent: false)
    }
  }

  /// - Throws: `Failure.notPublic`, `.otherTag`, `.notReleased`; a failure of the transport, or of the forge.
  private func check(_ tag: RemoteTag, in workspace: Workspace) throws {
    let reference = "refs/tags/\(tag.name)"
    guard let object = try workspace.transport(to: tag.remote).references([reference], of: tag.remote)[reference] else {
      throw Failure.notPublic(tag)
    }
    guard try object == workspace.repository.reference(named: reference) else { throw Failure.otherTag(tag) }
    guard let repository = tag.release else { return }
    let found = try ForgeAccess(workspace).publicClient(of: repository).release(tagged: tag.name)
    if case .notFound = found { throw Failure.notReleased(tag.name, on: repository) }
    if try found.get().isDraft { throw Failure.notReleased(tag.name, on: repository) }
  }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    let attempt = run.attempts[run.entry] ?? attempt(run)
    return PreparedAnnouncement(attempt: attempt, performer: self, workspace: workspace)
  }

  /// - Parameter time: The time of the attempt by the clock, in seconds since 1970.
  func attempt(_ run: RunState, at time: Int64 = Workspace.clock) -> AnnouncementAttempt {
    AnnouncementAttempt(announcement: announcement, key: key(run), time: time)
  }

  /// The same in every clone, unless the user wants a second post.
  private func key(_ run: RunState) -> String {
    guard let tag = announcement.tag, announcement.repetition != .always else {
      return "\(run.folder.id)-\(announcement.name)"
    }
    let text = [announcement.name, tag, announcement.title, announcement.text].joined(separator: "\0")
    return String(ContentDigest(of: Array(text.utf8)).hex.prefix(32))
  }

  /// The announcement with absolute paths of pictures that have the planned bytes.
  fileprivate func uploadable(in workspace: Workspace) throws -> Announcement {
    let pictures = try announcement.pictures.map { picture in
      let path = try workspace.absoluteArtifactPath(picture.path)
      guard try ArtifactReader(path: path).contents() == picture.contents else {
        throw AnnouncementError(announcement, Failure.changedPicture(picture.path), mayBeSent: false)
      }
      var picture = picture
      picture.path = path
      return picture
    }
    return Announcement(
      name: announcement.name, on: announcement.channel, secretVariables: announcement.secretVariables,
      title: announcement.title, text: announcement.text, categories: announcement.categories, pictures: pictures)
  }
}

private struct PreparedAnnouncement: PreparedEffect {
  let attempt: AnnouncementAttempt
  let performer: AnnouncementPerformer
  let workspace: Workspace

  var change: Change { .announcement(attempt) }

  func perform(_ run: inout RunState) throws {
    if let doubt = run.doubts[run.entry] { throw AnnouncementError(performer.announcement, doubt, mayBeSent: true) }
    try post(&run)
  }

  private func post(_ run: inout RunState) throws {
    let announcement = try performer.uploadable(in: workspace)
    let (announcer, secret) = (try workspace.announcer(run.reporter), try workspace.secret(of: announcement))
    if performer.announcement.repetition == .ifMissing,
      case .found(let address) = announcer.find(announcement, secret: secret)
    {
      run.reporter.warn(.alreadyPosted(on: announcement.name, address))
      run.outcome.post = address
      return
    }
    let result = announcer.post(announcement, secret: secret, key: attempt.key)
    switch result {
    case .sent(let address): run.outcome.post = address
    case .maybeSent(let failure): throw AnnouncementError(announcement, failure, mayBeSent: true)
    case .limited(_, let failure), .refused(let failure):
      throw AnnouncementError(announcement, failure, mayBeSent: false)
    }
  }
}

extension Diagnostic {
  fileprivate static func alreadyPosted(on name: String, _ address: String?) -> Diagnostic {
    Diagnostic(
      "channel `\(name)` has this announcement already\(address.map { ": \($0)" } ?? "")", severity: .warning,
      hint: "post it again with `martlet announce \(name.shellWord) --again`")
  }
}

extension Failure {
  fileprivate static func noChannelSecret(_ announcement: Announcement) -> Failure {
    let names = announcement.secretVariables
    return Failure(
      "channel `\(announcement.name)` (\(announcement.channel.displayName)): "
        + "\(names.quotedList) \(names.count == 1 ? "is" : "are") not set",
      hint: "set `\(names.first ?? "")` before the run", code: .credentials, exit: .credentials)
  }

  fileprivate static func notPublic(_ tag: RemoteTag) -> Failure {
    Failure(
      "the remote `\(tag.remote)` has no tag `\(tag.name)`, so there is no release to announce yet",
      hint: "push the tag with `git push \(tag.remote.shellWord) refs/tags/\(tag.name.shellWord)`, then announce it")
  }

  fileprivate static func otherTag(_ tag: RemoteTag) -> Failure {
    let (remote, name) = (tag.remote.shellWord, tag.name.shellWord)
    return Failure(
      "the tag `\(tag.name)` on the remote `\(tag.remote)` is not the one of this repository",
      hint: "compare the two with `git ls-remote \(remote) refs/tags/\(name)` and `git show \(name)`",
      exit: .conflict)
  }

  fileprivate static func notReleased(_ tag: String, on repository: ForgeRepository) -> Failure {
    Failure(
      "\(repository.kind.name) shows no published release of `\(tag)` in `\(repository.name)`, "
        + "and the announcement would link to it",
      hint: "if its run has stopped, finish the run, in a new clone with `martlet run LANE`; "
        + "a private repository also needs `\(repository.tokenVariables.first ?? "")`")
  }

  fileprivate static func changedPicture(_ path: String) -> Failure {
    Failure("the picture `\(path)` has changed since the plan", hint: "restore the picture, then `martlet finish`")
  }
}
