import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// A real repository with a version, other changes of the user, and a server; and plans for it.
final class Release {
  let sandbox: GitSandbox
  let origin: GitRemoteSandbox
  /// The commit on the server.
  let base: String

  /// - Parameter dirt: Whether the user has unrelated staged, changed and untracked files.
  init(dirt: Bool = true) throws {
    sandbox = try GitSandbox()
    origin = try sandbox.addRemote()
    base = try sandbox.commit("First", ["VERSION": "1.4.2\n", "App/Info.plist": "<1.4.2>\n", "a": "a\n", "b": "b\n"])
    try sandbox.git("push", "--quiet", "origin", "main")
    guard dirt else { return }
    try sandbox.write("a", "staged\n")
    try sandbox.git("add", "a")
    try sandbox.write("b", "changed\n")
    try sandbox.write("c", "untracked\n")
  }

  func workspace() throws -> Workspace { try Workspace(containing: sandbox.path, environment: sandbox.environment) }

  func write(_ path: RelativePath, _ text: String) -> Effect {
    let before = sandbox.read(path.string).map { SourceText(path: path, text: $0) }
    return .writeFile(FileWrite(from: before, to: SourceText(path: path, text: text)))
  }

  func commit(_ paths: RelativePath..., message: String = "Version 1.5.0", hooks: Bool = true) throws -> Effect {
    .createCommit(
      CommitCreation(
        message: message, files: files(paths), branch: "main", parent: .existing(try id(base)), runsHooks: hooks))
  }

  /// The files at `paths` with their current contents.
  func files(_ paths: [RelativePath]) -> [CommittedFile] {
    paths.map { CommittedFile($0, .init(of: sandbox.read($0.string).map { Array($0.utf8) })) }
  }

  func tag(_ name: String = "1.5.0", at target: CommitReference) -> Effect {
    .createTag(TagCreation(name: name, message: "CoolApp 1.5.0", target: target))
  }

  func push(_ tags: String..., remote: String = "origin", hooks: Bool = true) -> Effect {
    let branch = RefPush.Ref(source: "refs/heads/main", destination: "refs/heads/main", isCreation: false)
    let refs = tags.map { RefPush.Ref(source: "refs/tags/\($0)", destination: "refs/tags/\($0)", isCreation: true) }
    return .pushRefs(RefPush(remote: remote, refs: [branch] + refs, runsHooks: hooks))
  }

  /// Two files written (1, 2), committed (3), tagged (4) and pushed (5).
  func plan() throws -> Plan {
    Self.plan([
      write("App/Info.plist", "<1.5.0>\n"), write("VERSION", "1.5.0\n"), try commit("App/Info.plist", "VERSION"),
      tag(at: .planned(entry: 3)), push("1.5.0"),
    ])
  }

  /// A plan of `effects`, in which commits contain the files written by earlier effects.
  static func plan(_ effects: [Effect]) -> Plan {
    let entries = effects.committingWrites.enumerated().map {
      Plan.Entry(number: $0 + 1, stage: 1, step: $1.step, effect: $1)
    }
    return Plan(title: "release", version: nil, entries: entries, remarks: [], isConfirmed: true)
  }

  @discardableResult
  func run(_ plan: Plan) throws -> Receipt {
    let receipt = try transaction(plan).apply()
    receipt.end(.done)
    return receipt
  }

  func transaction(_ plan: Plan, in workspace: Workspace? = nil) throws -> Transaction {
    try Transaction.prepare(
      PlannedStage(plan), in: workspace ?? self.workspace(), beginning: RunStart(title: plan.title))
  }

  /// Performs a single effect, as the entry with that number.
  func perform(_ performer: any EffectPerformer, entry: Int = 1) throws -> (change: Change, run: RunState) {
    var run = try state(entry: entry)
    var prepared = try performer.prepare(in: workspace(), run)
    try prepared.stage()
    try prepared.perform(&run)
    let change = run.knownChange ?? prepared.change
    run.note(change)
    return (change, run)
  }

  /// The context of a run before its entry with that number, with a folder for copies.
  func state(entry: Int = 1) throws -> RunState {
    let workspace = try workspace()
    let id = try #require(RunID(beginningAt: "2026-11-21T18:30:00Z"))
    _ = try RunLock(in: workspace.repository.commonDirectory, holder: "test")
    var run = RunState(in: try RunStore(of: workspace.repository).makeFolder(of: id))
    run.entry = entry
    return run
  }

  /// Everything that a run can change: the working tree, the index, the references, the configuration. Unreferenced
  /// objects, reflogs and the lock file may stay.
  func snapshot() throws -> FolderSnapshot {
    try FolderSnapshot(
      of: sandbox.path, without: [".git/objects", ".git/logs", ".git/martlet", ".git/COMMIT_EDITMSG"])
  }

  func remoteSnapshot() throws -> FolderSnapshot { try FolderSnapshot(of: origin.path, without: ["objects"]) }

  /// Runs a plan that must fail, with nothing left of it here or on the server.
  ///
  /// - Returns: The error.
  func failure(of plan: Plan, _ location: SourceLocation = #_sourceLocation) throws -> String {
    let (here, there) = (try snapshot(), try remoteSnapshot())
    let words = try words(of: plan, location)
    #expect(try snapshot().differences(from: here) == [], sourceLocation: location)
    #expect(try remoteSnapshot().differences(from: there) == [], sourceLocation: location)
    try checkHealth(location)
    return words
  }

  /// Runs a plan that must fail.
  ///
  /// - Returns: The error.
  func words(of plan: Plan, _ location: SourceLocation = #_sourceLocation) throws -> String {
    do {
      try run(plan)
      Issue.record("the plan was done", sourceLocation: location)
      return ""
    } catch let error as any ExplainedError {
      return error.rendered
    }
  }

  /// Checks both repositories with git.
  func checkHealth(_ location: SourceLocation = #_sourceLocation) throws {
    for arguments in [["fsck", "--strict"], ["--git-dir", origin.path, "fsck", "--strict"]] {
      let result = try sandbox.run("git", arguments)
      #expect(result.succeeded, "\(result.outputText)\(result.errorText)", sourceLocation: location)
    }
    #expect(!sandbox.has(".git/index.lock"), sourceLocation: location)
  }

  func id(_ hex: String) throws -> ObjectID { try #require(ObjectID(hex)) }
}

extension [Effect] {
  fileprivate var committingWrites: [Effect] {
    var written: [RelativePath: CommittedFile.Contents] = [:]
    return map { effect in
      if case .writeFile(let write) = effect { written[write.path] = .init(of: write.contents) }
      guard case .createCommit(let commit) = effect else { return effect }
      let files = commit.files.map { CommittedFile($0.path, written[$0.path] ?? $0.contents) }
      return .createCommit(
        CommitCreation(
          message: commit.message, files: files, branch: commit.branch, parent: commit.parent,
          runsHooks: commit.runsHooks))
    }
  }
}

extension Effect {
  fileprivate var step: String {
    if case .writeFile = self { return "bump" }
    if case .createCommit = self { return "commit" }
    if case .createTag = self { return "tag" }
    if case .pushRefs = self { return "push" }
    return "message"
  }
}

extension ExplainedError {
  /// The displayed form.
  var rendered: String { diagnostics.map { $0.rendered() }.joined(separator: "\n") }
}
