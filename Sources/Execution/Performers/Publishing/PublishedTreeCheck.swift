import Git
import Lanes
import MartletCore

/// Compares the files that a run has published on a branch of another repository, such as a tap.
struct PublishedTreeCheck {
  let publication: TreePublication
  let run: RunID
  let workspace: Workspace

  /// Warns of a file that was edited, as a maintainer may do; a missing file, or one without a planned checksum, is a problem.
  func problems(report: (AuditedPart) -> Void, warn: (Diagnostic) -> Void) -> [Diagnostic] {
    guard let changes = publication.changes, !changes.isEmpty else { return [] }
    let branch = publication.branch
    let place = "`\(branch.name)` of \(branch.address)"
    do {
      let clone = try workspace.clone(of: branch)
      let files = try clone.head(of: branch.name).map(clone.files) ?? [:]
      var problems: [Diagnostic] = []
      for change in changes where files[change.path] != change.after {
        let name = "`\(change.path)` on \(place)"
        guard let file = files[change.path] else {
          problems.append(Diagnostic("\(name) is not there any more, which run \(run) has published"))
          continue
        }
        let text = String(decoding: try clone.contents(of: file.object), as: UTF8.self)
        if let digest = change.plannedDigests.first(where: { !text.contains($0) }) {
          problems.append(Diagnostic("\(name) has no `\(digest)` any more, which run \(run) has published"))
        } else {
          warn(Diagnostic("\(name) was edited since run \(run)", severity: .warning))
        }
      }
      if problems.isEmpty {
        report(
          AuditedPart(
            "\(place) has \(changes.count.of("file")) of the release", comparedWith: "the record of run \(run)"))
      }
      return problems
    } catch {
      report(AuditedPart("\(place) cannot be read", comparedWith: nil, remark: error.firstMessage))
      return []
    }
  }
}

extension TreeChange {
  private static let digest = Pattern(/[0-9a-f]{64}/)

  /// The SHA-256 digests in the planned text, such as those of a formula.
  fileprivate var plannedDigests: [String] {
    guard after != nil, case .text(let text)? = source else { return [] }
    return text.matches(of: Self.digest).map { String($0.output) }
  }
}
