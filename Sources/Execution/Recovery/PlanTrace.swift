import Git
import Lanes
import TextEditing
import Versioning

/// A tag that says what plan it comes from: what a run leaves behind for clones that do not have its journal.
package struct PlanTrace: Hashable, Sendable {
  /// Without `refs/tags/`.
  package let tag: String
  package let commit: ObjectID
  package let plan: PlanDigest
  /// What the tag's reference names.
  let object: ObjectID
  /// Seconds since 1970, when the tag was made.
  let time: Int64
}

extension Workspace {
  /// The tags at `commit` that say what plan they come from, in the byte order of their names.
  package func planTraces(at commit: ObjectID) throws -> [PlanTrace] {
    try planTraces { $0 == commit }
  }

  /// The same at the children of `commit`.
  package func planTraces(after commit: ObjectID) throws -> [PlanTrace] {
    // A tag may name what is not here.
    try planTraces { (try? repository.commit($0).parents.contains(commit)) ?? false }
  }

  /// The trace that the tag of that name is; nil when there is no such tag, or it says nothing.
  package func planTrace(named name: String) throws -> PlanTrace? {
    guard let tag = try repository.tag(named: name), tag.isAnnotated, let commit = tag.commit,
      let plan = try repository.message(ofTag: tag.object).flatMap(PlanDigest.init(trailerOf:))
    else { return nil }
    return PlanTrace(
      tag: name, commit: commit, plan: plan, object: tag.object,
      time: try tag.tagger?.time ?? repository.commit(commit).committer.time)
  }

  private func planTraces(where isMeant: (ObjectID) -> Bool) throws -> [PlanTrace] {
    try repository.tagTargets().filter { isMeant($0.target) }.compactMap { try planTrace(named: $0.name) }
      .sorted { $0.tag.precedesInBytes($1.tag) }
  }

  /// The remote that has a tag of that name, among those that answer; nil when none has.
  package func remote(withTagNamed name: String) throws -> String? {
    try remoteNames().first { remote in
      let reference = "refs/tags/\(name)"
      return (try? transport.references([reference], of: remote))?[reference] != nil
    }
  }

  /// The branch of the remotes that `commit` is on; nil when it is on none, or on several.
  package func remoteBranch(with commit: ObjectID) throws -> String? {
    let names = try remoteNames()
    let branches = try repository.remoteBranches().filter { try repository.isAncestor(commit, of: $0.commit) }
      .compactMap { branch in
        names.first { branch.name.hasPrefix("\($0)/") }.map { String(branch.name.dropFirst($0.count + 1)) }
      }
    let found = Set(branches).subtracting(["HEAD"])
    return found.count == 1 ? found.first : nil
  }

  /// Whether `ancestor` can be reached from `commit` by parents.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    try repository.isAncestor(ancestor, of: commit)
  }

  /// The run that is done and made the tag of `trace`; nil when no journal here tells of one.
  package func doneRun(that trace: PlanTrace) throws -> RunRecord? {
    try runs().first { record in
      record.start.part == .main && record.outcome == .done
        && record.doneEntries.contains { entry in
          if case .createTag(let tag) = entry.effect { tag.name == trace.tag && tag.plan == trace.plan } else { false }
        }
    }
  }
}
