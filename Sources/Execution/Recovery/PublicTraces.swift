import Git
import Lanes
import MartletVersioning

/// Commits and tags of a run that reached a remote in another way, such as a manual `git push`.
package struct PublicTraces {
  /// A description of the first one; nil for none.
  let first: String?

  /// Reads the known remote branches and, for tags, the remotes that are reachable.
  init(of assessment: RunAssessment, in workspace: Workspace) throws {
    first = try Self.commit(in: assessment, workspace) ?? Self.tag(in: assessment, workspace)
  }

  /// Returns a description of a commit in a known remote branch; nil for none.
  package static func commit(in assessment: RunAssessment, _ workspace: Workspace) throws -> String? {
    let repository = workspace.repository
    for case .commit(let move) in assessment.doneChanges {
      for (name, tip) in try repository.remoteBranches() where try repository.isAncestor(move.commit, of: tip) {
        return "commit \(move.commit.short) in \(name)"
      }
    }
    return nil
  }

  private static func tag(in assessment: RunAssessment, _ workspace: Workspace) throws -> String? {
    for case .tag(let name, let object) in assessment.doneChanges {
      for remote in try workspace.repository.remoteNames() {
        // If a remote cannot be read, the tag counts as private.
        let found = try? workspace.transport(to: remote).references(["refs/tags/\(name)"], of: remote)
        if found?["refs/tags/\(name)"] == object { return "tag \(name) on \(remote)" }
      }
    }
    return nil
  }
}

extension RunAssessment {
  fileprivate var doneChanges: [Change] {
    items.compactMap { item in
      if case .done = item.state { item.change } else { nil }
    }
  }
}
