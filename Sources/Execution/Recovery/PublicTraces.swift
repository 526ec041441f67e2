import Git
import Lanes
import Versioning

/// What of a run's commits and tags has reached a remote by another way than the run itself, such as `git push` by hand.
struct PublicTraces {
  /// The first that was found, for people; nil when there is none.
  let first: String?

  /// Looks at what is known of the remotes and, for tags, asks those that answer.
  init(of assessment: RunAssessment, in workspace: Workspace) throws {
    first = try Self.commit(in: assessment, workspace) ?? Self.tag(in: assessment, workspace)
  }

  private static func commit(in assessment: RunAssessment, _ workspace: Workspace) throws -> String? {
    let repository = workspace.repository
    for case .commit(let move) in assessment.doneChanges {
      for (name, tip) in try repository.remoteBranches() where try repository.isAncestor(move.commit, of: tip) {
        return "commit \(move.commit.short) in \(name)"
      }
    }
    return nil
  }

  private static func tag(in assessment: RunAssessment, _ workspace: Workspace) throws -> String? {
    let transport = workspace.transport
    for case .tag(let name, let object) in assessment.doneChanges {
      for remote in try workspace.repository.remoteNames() {
        // A remote that does not answer cannot be asked: the tag is taken for what the run left it, private.
        let found = try? transport.references(["refs/tags/\(name)"], of: remote)
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
