import Execution
import Git
import Lanes
import MartletCore

/// What is left of a release that another clone has pushed.
///
/// It is planned here, from the commit before the release and with the Releasefile of the commit of the release, in a separate working
/// tree. The record of the run only says what is done.
struct RestOfRelease {
  /// Runs lanes in the working tree.
  let runner: LaneRunner
  private let found: FoundRecord
  private let tree: TemporaryWorkTree
  private let arguments: [String]
  /// The Releasefile with the lane; nil for that of the release.
  private let releasefile: Releasefile?
  /// The commit before the release first, the release last.
  private let commits: [ObjectID]

  private var session: Session { runner.session }

  /// - Throws: `Failure.otherArguments`; the errors of `releasedCommit`.
  init(
    of found: FoundRecord, arguments: [String], by choice: ReleasefileChoice, for runner: LaneRunner
  ) throws {
    let outer = runner.session
    releasefile = try choice == .head ? outer.requiredReleasefile() : nil
    let branch = try outer.releaseBranch(ofLaneNamed: found.place.lane)
    let commit = try outer.workspace.releasedCommit(of: found, onBranch: branch)
    (self.found, self.arguments) = (found, arguments)
    commits = try outer.workspace.commits(of: found, to: commit)
    tree = try outer.workspace.workTree(at: commit)
    let name = branch ?? found.record.pushedBranch ?? found.place.lane
    self.runner = try runner.moved(to: tree.path, purpose: .finish(branch: name))
  }

  /// Plans the lane again up to the first stage that is not done, and makes that a run of this clone.
  ///
  /// - Throws: `Failure.unplannedRest` if the lane cannot be planned again.
  func adopted() throws -> RunRecord {
    do {
      let releasefile = try releasefile ?? session.requiredReleasefile()
      try tree.show(commits[0], at: commits[0])
      session.workspace.hiddenTags = Set(found.record.pushedReferences.keys.compactMap { $0.tagName })
      session.workspace.settledContents = found.record.keptArtifacts
      let planner = try Planner(
        laneNamed: found.place.lane, arguments: LaneArguments.values(of: arguments), of: releasefile,
        in: session.context(runner.answers))
      let start = try runner.start(ofLaneNamed: found.place.lane, arguments: arguments, by: planner)
      let begun = found.record.start.call?.arguments ?? [:]
      guard start.call?.arguments == begun else { throw Failure.otherArguments(begun, of: found) }
      let planned = try session.looking { try stages(of: planner) }
      session.workspace.hiddenTags = []
      return try session.workspace.adopt(found, as: start, planned: planned)
    } catch {
      throw Failure.unplannedRest(of: found, because: error)
    }
  }

  private func stages(of planner: Planner) throws -> [PlannedStage] {
    var loop = RunLoop(planner, answers: runner.answers)
    var stages: [PlannedStage] = []
    let done = Set(found.record.doneEntries.map(\.number))
    while let stage = try loop.next() {
      loop.begin(stage)
      stages.append(stage)
      let entries = stages.flatMap(\.plan.entries)
      guard entries.allSatisfy({ done.contains($0.number) && found.has($0) }) else { break }
      var outcomes = found.record.built(by: stage.plan.entries)
      let made = entries.filter { if case .createCommit = $0.effect { true } else { false } }
      for (entry, commit) in zip(made, commits.dropFirst()) {
        outcomes[entry.number, default: Outcome()].commit = commit
      }
      loop.proceed(after: outcomes)
      let head = commits[min(made.count, commits.count - 1)]
      try tree.show(commits[commits.count - 1], at: head, changing: unwritten(after: entries, at: head))
    }
    try tree.show(commits[commits.count - 1], at: commits[commits.count - 1])
    let planned = stages.flatMap(\.plan.entries)
    if let lost = found.record.doneEntries.first(where: { entry in
      !planned.contains { $0.number == entry.number && $0.step == entry.step }
    }) {
      throw Failure.unplanned(lost)
    }
    try check(planned)
    return stages
  }

  /// Returns the files that the release has written after `entries`, as they were before that.
  ///
  /// A step that finds its change in a file would plan nothing.
  private func unwritten(after entries: [Plan.Entry], at head: ObjectID) throws -> [RelativePath: [UInt8]?] {
    var planned: [RelativePath: [UInt8]] = [:]
    for case .writeFile(let write) in entries.map(\.effect) { planned[write.path] = write.contents }
    let last = entries.last?.number ?? 0
    var files: [RelativePath: [UInt8]?] = [:]
    for entry in found.record.doneEntries where entry.number > last {
      guard case .writeFile(let write) = entry.effect else { continue }
      files.updateValue(
        try planned[write.path] ?? session.workspace.contents(of: write.path, in: head), forKey: write.path)
    }
    return files
  }

  /// Checks that all files that the record calls built are assets of the release, which are compared with those of the forge.
  private func check(_ entries: [Plan.Entry]) throws {
    let assets = Set(
      entries.compactMap { entry in
        if case .uploadAsset(let artifact, to: _) = entry.effect { artifact.contents } else { nil }
      })
    let unknown = found.record.keptArtifacts.filter { !assets.contains($0.value) }.keys.sorted()
    guard unknown.isEmpty else { throw Failure.unknownFiles(unknown) }
  }
}

extension Session {
  /// The branch that the lane of this clone's Releasefile releases: the one that it requires, otherwise the current one; nil for none.
  fileprivate func releaseBranch(ofLaneNamed lane: String) throws -> String? {
    let current = try workspace.head().branch ?? pipeline?.branch
    let named = try requiredReleasefile().requiredBranches(inLaneNamed: lane)
    return named.first { $0 == current } ?? named.first ?? current
  }

  /// Returns what a run of another clone that has not pushed has made on servers, if it can be deleted here.
  func withdrawal(of found: FoundRecord) throws -> Withdrawal {
    let draft = try draft()
    return try workspace.withdrawal(
      of: found, repository: draft.forgeRepository(ofTag:), app: draft.releasefile.appStore)
  }

  /// Deletes that, and records that the run was undone.
  ///
  /// - Returns: The head after it.
  func withdraw(_ found: FoundRecord) throws -> LaneHead {
    workspace.runsPrograms = true
    return try workspace.perform(withdrawal(of: found))
  }
}

extension String {
  /// The name of a tag; nil for another reference.
  fileprivate var tagName: String? { hasPrefix("refs/tags/") ? String(dropFirst("refs/tags/".count)) : nil }
}

extension Failure {
  fileprivate static func otherArguments(_ arguments: [String: String], of found: FoundRecord) -> Failure {
    let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)".shellWord }
    let words = values.isEmpty ? "no values" : "`\(values.joined(separator: " "))`"
    return Failure(
      "run \(found.record.id) was begun with \(words), and this command has others",
      hint: "run `\((["martlet", "run", found.place.lane.shellWord] + values).joined(separator: " "))`",
      code: .unfinishedRun,
      exit: .usage)
  }

  fileprivate static func unplanned(_ entry: Plan.Entry) -> Failure {
    Failure("the lane does not plan entry \(entry.number) of `\(entry.step)`")
  }

  fileprivate static func unknownFiles(_ paths: [String]) -> Failure {
    Failure("\(paths.quotedList) \(paths.count == 1 ? "is not an asset" : "are not assets") of the release")
  }

  /// The rest cannot be planned without the clone where the run began.
  fileprivate static func unplannedRest(of found: FoundRecord, because error: any Error) -> Failure {
    let failure = Failure(of: error)
    guard [.failed, .conflict].contains(failure.exit) else { return failure }
    return Failure(
      "what is left of run \(found.record.id) cannot be planned in this clone: \(error.firstMessage)",
      hint:
        "get the same files and run `martlet finish --artifacts FOLDER`; or run `martlet finish` in the clone where the run "
        + "began; or end the run with `martlet undo --keep`", exit: .partlyPublic)
  }
}
