import Git
import Lanes
import MartletCore

/// What the plan that was shown depends on, and what the run has made of it so far.
///
/// Stages after a command are planned from the workspace as it is then. So a run compares the workspace with this value
/// after each command, before each stage and when it is resumed. A change that no step declares stops it.
struct Expectation: Hashable, Sendable, Codable {
  /// A file that the plan writes later.
  struct File: Hashable, Sendable, Codable {
    let path: RelativePath
    var contents: CommittedFile.Contents
    /// The number of the last entry that writes it. From then on, its commit checks the contents.
    let lastWrite: Int
  }

  private(set) var head: HeadState
  /// Whether the name of the branch counts. CI systems check out a commit without one.
  /// The push destination of the branch; nil for none.
  private(set) var destination: PushDestination?
  /// Where the remotes are that the plan pushes to, by their names: each repository in one spelling.
  private(set) var addresses: [String: [String]]
  /// The author and the committer; nil if git has none.
  private(set) var author: String?
  private(set) var committer: String?
  /// The names of the tags that the plan makes; nil if they may depend on the output of a command.
  let tags: [String]?
  private(set) var files: [File]

  /// Records what `plan` depends on, the known part of all stages.
  ///
  /// - Parameter isComplete: Whether the plan has all entries of the run.
  init(of plan: Plan, isComplete: Bool, in workspace: Workspace) throws {
    head = try workspace.head()
    destination = try head.branch.flatMap { try workspace.pushDestination(of: $0) }
    let pushed = plan.entries.compactMap { if case .pushRefs(let push) = $0.effect { push.remote } else { nil } }
    let remotes = Set(pushed + [destination?.remote].compactMap(\.self))
    addresses = Dictionary(uniqueKeysWithValues: remotes.map { ($0, workspace.pushAddresses(of: $0)) })
    author = workspace.identity(.author)
    committer = workspace.identity(.committer)
    let isKnown =
      isComplete
      && !plan.entries.contains { if case .runCommand(let run) = $0.effect { run.isCaptured } else { false } }
    tags = isKnown ? plan.entries.compactMap { if case .createTag(let tag) = $0.effect { tag.name } else { nil } } : nil
    files = Self.files(writtenBy: plan)
  }

  private static func files(writtenBy plan: Plan) -> [File] {
    var files: [RelativePath: File] = [:]
    for entry in plan.entries {
      guard case .writeFile(let write) = entry.effect else { continue }
      let before: CommittedFile.Contents =
        files[write.path]?.contents ?? write.digestBefore.map { .bytes($0) } ?? .absent
      files[write.path] = File(path: write.path, contents: before, lastWrite: entry.number)
    }
    return files.values.sorted { $0.path < $1.path }
  }

  /// Records that the run has made `change`.
  mutating func note(_ change: Change) {
    if case .commit(let move) = change {
      head = move.isDetached == true ? .detached(move.commit) : .branch(move.branch, move.commit)
    }
    if case .file(let file) = change {
      files.removeAll { $0.path == file.path && $0.lastWrite <= file.entry }
      note(CommittedFile(file.path, .bytes(file.after)))
    }
  }

  /// Records what a command has changed that its step declares.
  mutating func note(_ head: HeadState?, _ outputs: [CommittedFile]) {
    if let head { self.head = head }
    for file in outputs { note(file) }
  }

  private mutating func note(_ file: CommittedFile) {
    for index in files.indices where files[index].path == file.path { files[index].contents = file.contents }
  }
}

// MARK: Comparison

extension Expectation {
  /// What of the workspace the rest of a run depends on.
  struct Aspects: OptionSet {
    let rawValue: Int

    /// HEAD, and the files that are written later.
    static let project = Aspects(rawValue: 1)
    /// The identities, because a commit or a tag will be made.
    static let identity = Aspects(rawValue: 2)
    /// The push destination and its addresses.
    static let remotes = Aspects(rawValue: 4)
    static let all: Aspects = [.project, .identity, .remotes]
  }

  /// Checks that the workspace is as expected.
  ///
  /// - Throws: `Difference`.
  func check(_ aspects: Aspects = .all, in workspace: Workspace) throws {
    if aspects.contains(.project) {
      let found = try workspace.head()
      guard found == head else {
        throw Difference.head(found, expected: head, in: workspace)
      }
      try checkFiles(in: workspace)
    }
    if aspects.contains(.identity) {
      for (role, expected) in [(Identity.Role.author, author), (.committer, committer)] {
        let found = workspace.identity(role)
        guard found == expected || expected == nil else { throw Difference.identity(role, found, expected: expected) }
      }
    }
    if aspects.contains(.remotes) { try checkRemotes(in: workspace) }
  }

  private func checkRemotes(in workspace: Workspace) throws {
    if let destination, let branch = head.branch {
      let found = try workspace.pushDestination(of: branch)
      guard found == destination else { throw Difference.destination(of: branch, found, expected: destination) }
    }
    for (remote, expected) in addresses.sorted(by: { $0.key < $1.key }) {
      let found = workspace.pushAddresses(of: remote)
      guard found == expected else { throw Difference.addresses(of: remote, found, expected: expected) }
    }
  }

  /// Ignored files are in no commit, and a killed command may have removed those of an earlier run.
  private func checkFiles(in workspace: Workspace) throws {
    for file in files where file.contents != .unknown {
      let found = CommittedFile.Contents(of: try workspace.disk.contents(at: file.path))
      guard found == file.contents || (try? workspace.isIgnored(file.path)) == true else {
        throw Difference.file(file.path, found, expected: file.contents)
      }
    }
  }

  /// Checks that `stage` makes only tags that were shown.
  ///
  /// - Throws: `Difference`.
  func check(_ stage: PlannedStage) throws {
    guard let tags else { return }
    for entry in stage.plan.entries {
      guard case .createTag(let tag) = entry.effect, !tags.contains(tag.name) else { continue }
      throw Difference.tag(tag.name, expected: tags)
    }
  }
}

extension [Plan.Entry] {
  /// What of the workspace these entries depend on.
  var aspects: Expectation.Aspects { reduce(into: []) { $0.formUnion($1.effect.performer.aspects) } }
}

extension Workspace {
  /// The repositories that `remote` is pushed to, each in one spelling: `github.com/owner/name`, or the path on this machine;
  /// empty if there is no such remote.
  func pushAddresses(of remote: String) -> [String] {
    repository.pushAddresses(of: remote).map { url in
      guard RemoteAddress.isOnServer(url.redacted), let address = RemoteAddress(url.redacted) else {
        return url.redacted
      }
      return address.repository
    }
  }

  /// The name and address of the author or committer of a commit that is made now; nil if git has none.
  func identity(_ role: Identity.Role) -> String? {
    (try? repository.identity(role, now: now)).map { "\($0.name) <\($0.email)>" }
  }
}
