import Archiving
import Lanes
import MartletCore
import Steps
import TestSupport

/// Steps as in a Releasefile, planned in a workspace in memory.
struct Planning {
  var world: TestWorkspace
  var answers = TestAnswers()
  /// The Releasefile's text before its lanes.
  var head = ""
  /// Another key of the lane, before its steps.
  var lane = ""
  /// Further lanes, below `lanes:`.
  var lanes = ""

  init(_ world: TestWorkspace) {
    self.world = world
  }

  /// A clean repository on `main` with a file `VERSION` that contains `version`.
  init(version: String, tags: [String] = []) {
    self.init(.clean(["VERSION": "\(version)\n"], tags: tags))
  }

  /// A clean repository on `main` whose version is only in its tags.
  init(tags: [String]) {
    self.init(.clean([:], tags: tags))
    head = "version: {source: tag}\n"
  }

  /// The plan of a lane of these steps, one or more lines of YAML.
  func plan(_ steps: String) throws -> Plan {
    let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    let key = lane.isEmpty ? "" : "    \(lane)\n"
    let source = SourceText(
      path: "Releasefile", text: "\(head)lanes:\n\(lanes)  release:\n\(key)    steps:\n\(lines)")
    var planner = try Planner(laneNamed: "release", of: Releasefile(source, vocabulary: .standard), in: planningWorld())
    return try planner.nextStage() ?? planner.preview()
  }

  /// The plan of a lane of these steps, as it is shown before anything is done.
  func preview(_ steps: String) throws -> Plan {
    let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    let source = SourceText(path: "Releasefile", text: "\(head)lanes:\n\(lanes)  release:\n    steps:\n\(lines)")
    var planner = try Planner(laneNamed: "release", of: Releasefile(source, vocabulary: .standard), in: planningWorld())
    return try planner.preview()
  }

  /// The plan of steps of a Releasefile with one between them that no file declares.
  func plan(before: String, _ step: StepDeclaration, after: String) throws -> Plan {
    func steps(_ text: String) throws -> [StepDeclaration] {
      let lines = text.split(separator: "\n").map { "      \($0)\n" }.joined()
      let source = SourceText(path: "Releasefile", text: "\(head)lanes:\n  release:\n    steps:\n\(lines)")
      return try Releasefile(source, vocabulary: .standard).lanes[0].steps
    }
    return try Planner(steps(before) + [step] + steps(after), title: "release", in: planningWorld()).wholePlan()
  }

  /// The plan of one undeclared step.
  func plan(_ step: any Step) throws -> Plan {
    try Planner([StepDeclaration(step)], title: "step", in: planningWorld()).wholePlan()
  }

  /// The error when the steps stop the lane, without its place in the Releasefile.
  func failure(_ steps: String) throws -> String { try Self.words { try plan(steps) } }

  /// The error when the step stops.
  func failure(_ step: any Step) throws -> String { try Self.words { try plan(step) } }

  private func planningWorld() throws -> PlanningContext {
    PlanningContext(
      workspace: world, versions: ProjectVersion(), answers: answers,
      pipeline: try Pipeline.found(in: world.variables, event: nil))
  }

  private static func words(_ plan: () throws -> Plan) throws -> String {
    do {
      return "planned: \(try plan().lines)"
    } catch let error as any ExplainedError {
      return error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.place?.path == "Releasefile" { diagnostic.place = nil }
        return diagnostic.rendered()
      }.joined(separator: "\n")
    }
  }
}

extension Plan {
  /// Every entry in one line, for comparison.
  var lines: [String] {
    entries.map { "\($0.step): \($0.effect.line)" }
  }

  /// The contents that the plan writes to a file; the last of several.
  func text(of path: RelativePath) -> String? {
    let writes = entries.compactMap { if case .writeFile(let write) = $0.effect { write } else { nil } }
    return writes.last { $0.path == path }.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  /// `1.4.2 → 1.5.0`; nil if the version stays.
  var raise: String? {
    version.map { "\($0.previous?.description ?? "none") → \($0.current)" }
  }
}

extension Bool? {
  fileprivate var signature: String { map { $0 ? " signed" : " not signed" } ?? "" }
}

extension Effect {
  fileprivate var line: String {
    if case .writeFile(let write) = self { return "write \(write.path) -\(write.removedCount) +\(write.insertedCount)" }
    if case .createCommit(let commit) = self {
      let files = commit.paths.map(\.string).joined(separator: " ")
      return "commit “\(commit.message)” of \(files) on \(commit.branch) after \(commit.parent.line)"
        + (commit.runsHooks ? "" : " without hooks") + commit.isSigned.signature
    }
    if case .createTag(let tag) = self {
      return "tag \(tag.name) “\(tag.message)” at \(tag.target.line)\(tag.isSigned.signature)"
    }
    if case .pushRefs(let push) = self {
      let refs = push.refs.map { ref in
        "\(ref.source):\(ref.destination)\(ref.isCreation ? " new" : "")\(ref.expected.map { " at \($0.short)" } ?? "")"
      }
      return "push \(refs.joined(separator: ", ")) to \(push.remote)" + (push.runsHooks ? "" : " without hooks")
        + (push.isAtomic ? "" : " one by one")
    }
    if case .writeArchive(let write) = self { return write.line }
    if case .showMessage(let text) = self { return "show “\(text)”" }
    return releaseLine
  }
}

extension Effect {
  fileprivate var releaseLine: String {
    switch self {
    case .keepArtifact(let artifact): "keep \(artifact.path) \(artifact.line)"
    case .signFile(let signature): "sign \(signature.artifact.path) \(signature.path)"
    case .openDraft(let draft): "draft \(draft.line)"
    case .uploadAsset(let artifact, let draft): "upload \(artifact.name) \(artifact.line) to \(draft.release.tag)"
    case .publishRelease(let publication):
      "publish \(publication.draft.release.tag) with [\(publication.assets.map(\.name).joined(separator: " "))]"
        + (publication.draft.release.isLatest ? " latest" : "") + (publication.isAwaited ? " awaited" : "")
    case .verifyRelease(let verification): "verify \(verification.tag), \(verification.binaries.map(\.name))"
    default: "\(self)"
    }
  }
}

extension Artifact {
  fileprivate var line: String { contents.map { "(\($0.size) \($0.digest.hex.prefix(4)))" } ?? "(awaited)" }
}

extension ReleaseDraft {
  fileprivate var line: String {
    "\(release.tag) “\(release.title)” on \(repository.kind) \(repository.name): “\(release.notes)”"
      + (release.isPrerelease ? " pre-release" : "")
  }
}

extension ArchiveWrite {
  /// Only the values that differ from the defaults.
  fileprivate var line: String {
    let subject =
      switch source {
      case .commit(let commit): commit.line
      case .tree(let id): "tree \(id.short)"
      case .files(let files): files.map { "\($0.path) = \($0.contents)" }.joined(separator: ", ")
      }
    let usual = ExportOptions()
    let parts = [
      "export \(subject) as \(format.rawValue) to \(destination)", terms.prefix.isEmpty ? nil : "below \(terms.prefix)",
      terms.excludes.isEmpty ? nil : "without \(terms.excludes.joined(separator: " "))",
      terms.paths.isEmpty ? nil : "of \(terms.paths.joined(separator: " "))",
      terms.submodules == usual.submodules ? nil : "submodules \(terms.submodules)",
      terms.hasChecksum ? "with checksum" : nil, terms.isAwaited ? "awaited" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension CommitReference {
  fileprivate var line: String {
    switch self {
    case .existing(let id): id.short
    case .planned(let entry): "entry \(entry)"
    }
  }
}
