import Git
import MartletCore

/// Checks that the clone is complete.
struct CloneCheck: DoctorCheck {
  static let topic = "clone"
  let repository: Repository

  func findings() throws -> [Finding] {
    var findings: [Finding] = []
    let remotes = repository.remoteNames()
    if repository.isShallow {
      findings.append(
        warn(
          "shallow: the history is incomplete, and tags may be missing",
          hint: "fetch the rest with `git fetch --unshallow --tags`"))
    }
    for remote in remotes where repository.configurationFlag("remote.\(remote).promisor") == true {
      findings.append(
        warn(
          "partial: missing objects are fetched from `\(remote)` on demand, which needs a network",
          hint:
            "fetch all of them with `git fetch --refetch --no-filter \(remote.shellWord)`, then `git config --unset \("remote.\(remote).promisor".shellWord)`"
        ))
    }
    for remote in remotes where repository.configuration("remote.\(remote).tagopt") == "--no-tags" {
      findings.append(
        warn(
          "the tags of `\(remote)` are not fetched",
          hint:
            "fetch them with `git config --unset \("remote.\(remote).tagOpt".shellWord)` and `git fetch --tags \(remote.shellWord)`"
        ))
    }
    if repository.configurationFlag("core.sparsecheckout") == true {
      findings.append(
        warn("sparse: some files are not checked out", hint: "check them out with `git sparse-checkout disable`"))
    }
    return findings.isEmpty ? [ok("complete")] : findings
  }
}
