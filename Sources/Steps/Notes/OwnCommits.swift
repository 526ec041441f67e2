import Lanes
import MartletChangelogs
import MartletCore

/// The commits that are not changes of the project: those of runs, such as `Version 1.5.0`, and those that change only the
/// changelog, the Releasefile or the pipeline that `init` writes.
struct OwnCommits {
  private let messages: [String]
  private let setup: Set<ObjectID>
  private let rules: ReleaseRules

  /// - Parameter base: The commit after which they are searched; nil: in the whole history.
  init(since base: ObjectID?, in draft: Draft) throws {
    let steps = draft.releasefile.lanes.flatMap { draft.releasefile.steps(ofLaneNamed: $0.name) }
    let written = steps.compactMap { ($0.step as? CommitStep)?.message.source }
    messages = (written + [CommitStep().message.source]).map { String($0.prefix { !$0.isNewline }) }
    setup = try Self.setup(since: base, in: draft)
    rules = draft.releasefile.releaseRules
  }

  /// A commit whose type has a release level is a change, even in these files.
  func contains(_ change: Change) -> Bool {
    let hasLevel = change.type.map { rules.level(ofType: $0) > .none } ?? false
    return (!hasLevel && setup.contains(change.commit.id))
      || messages.contains { change.message.header.isMade(by: $0) }
  }

  private static func setup(since base: ObjectID?, in draft: Draft) throws -> Set<ObjectID> {
    let pipelines = CISystem.all.compactMap(\.pipeline).flatMap { file in
      [file.path] + draft.releasefile.lanes.map { file.path(ofLane: $0.name) }
    }
    var paths = Set((["Releasefile"] + pipelines).compactMap { RelativePath($0) })
    if base != nil { paths.insert(try draft.changelogPath()) }
    guard let head = try draft.head().commit else { return [] }
    // Mostly none has changed, so that no history is read.
    let changed = try paths.filter { path in
      let contents = try draft.workspace.contents(of: path, in: head)
      return try contents != nil && contents != base.flatMap { try draft.workspace.contents(of: path, in: $0) }
    }
    guard !changed.isEmpty else { return [] }
    let range = CommitRange(
      to: head, without: base.map { [$0] } ?? [], touching: changed.compactMap { PathPattern($0.string) })
    let found = try draft.history(of: range).filter { commit in
      guard let parent = commit.parents.first else { return false }
      let touched = try draft.workspace.paths(differingBetween: parent, and: commit.id)
      return !touched.isEmpty && touched.allSatisfy(paths.contains)
    }
    return Set(found.map(\.id))
  }
}

extension String {
  /// Whether it is the first line of a message from `template` with a version or a build number.
  fileprivate func isMade(by template: String) -> Bool {
    ["${version}", "${build}"].contains { name in
      guard let range = template.firstRange(of: name), hasPrefix(template[..<range.lowerBound]) else { return false }
      let rest = dropFirst(template[..<range.lowerBound].count)
      let value = rest.prefix { !$0.isWhitespace && !",;:)]".contains($0) }
      let end = template[range.upperBound...]
      return (try? Version(String(value))) != nil && (rest.dropFirst(value.count) == end || end.contains("${"))
    }
  }
}
