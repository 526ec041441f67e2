import Git
import Lanes
import MartletTextEditing
import MartletVersioning

/// A tag with the digest of its plan. It identifies the run in clones without its journal.
package struct PlanTrace: Hashable, Sendable {
  /// The name without `refs/tags/`.
  package let tag: String
  package let commit: ObjectID
  package let plan: PlanDigest
  /// The object that the tag's reference names.
  let object: ObjectID
  /// The time of the tag, in seconds since 1970.
  let time: Int64
}

extension Workspace {
  /// Returns the tags at `commit` with the digest of a plan, in byte order of their names.
  package func planTraces(at commit: ObjectID) throws -> [PlanTrace] {
    try planTraces { $0 == commit }
  }

  /// Returns the tags at children of `commit` with the digest of a plan.
  package func planTraces(after commit: ObjectID) throws -> [PlanTrace] {
    // The commit of a tag may be missing here.
    try planTraces { (try? repository.commit($0).parents.contains(commit)) ?? false }
  }

  /// Returns the trace of the tag; nil when there is no such tag, or it has no plan digest.
  package func planTrace(named name: String) throws -> PlanTrace? {
    guard let tag = try repository.tag(named: name), tag.isAnnotated, let commit = tag.commit,
      let plan = try repository.message(ofTag: tag.object).flatMap(PlanDigest.init(trailerOf:))
    else { return nil }
    return PlanTrace(
      tag: name, commit: commit, plan: plan, object: tag.object,
      time: try tag.tagger?.time ?? repository.commit(commit).committer.time)
  }

  private func planTraces(where isIncluded: (ObjectID) -> Bool) throws -> [PlanTrace] {
    try repository.tagTargets().filter { isIncluded($0.target) }.compactMap { try planTrace(named: $0.name) }
      .sorted { $0.tag.precedesInBytes($1.tag) }
  }

  /// Returns the first reachable remote with a tag of that name; nil for none.
  package func remote(withTagNamed name: String) throws -> String? {
    try remoteNames().first { remote in
      let reference = "refs/tags/\(name)"
      return (try? transport(to: remote).references([reference], of: remote))?[reference] != nil
    }
  }

  /// Returns the remote branch that contains `commit`; nil for none or several.
  package func remoteBranch(with commit: ObjectID) throws -> String? {
    let names = try remoteNames()
    let branches = try repository.remoteBranches().filter { try repository.isAncestor(commit, of: $0.commit) }
      .compactMap { branch in
        names.first { branch.name.hasPrefix("\($0)/") }.map { String(branch.name.dropFirst($0.count + 1)) }
      }
    let found = Set(branches).subtracting(["HEAD"])
    return found.count == 1 ? found.first : nil
  }

  /// Returns whether `ancestor` can be reached from `commit` by parents.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    try repository.isAncestor(ancestor, of: commit)
  }

  /// Returns the finished run that made the tag of `trace`; nil when there is no journal of it.
  package func doneRun(that trace: PlanTrace) throws -> RunRecord? {
    try runs().first { record in
      record.start.part == .main && record.outcome == .done
        && record.doneEntries.contains { entry in
          if case .createTag(let tag) = entry.effect { tag.name == trace.tag && tag.plan == trace.plan } else { false }
        }
    }
  }
}
