import Git
import Lanes
import MartletCore

/// Checks for tags that other programs do not read as Martlet does.
struct TagsCheck: DoctorCheck {
  static let topic = "tags"
  let session: Session
  let repository: Repository

  func findings() throws -> [Finding] {
    let names = try repository.tagTargets().map(\.name)
    // Errors of the Releasefile are reported by another check.
    let releasefile = (try? session.releasefile()) ?? nil
    if let packages = releasefile?.packages, !packages.isEmpty {
      return packages.map { finding(on: $0, names) } + branches(in: names)
    }
    let declared = releasefile?.tagFormat
    let draft = try session.draft(releasefile ?? Releasefile())
    let packages = try OtherTags(in: draft).packages
    if packages.isOnlyAnswer {
      return [warn(packages.remark)] + branches(in: names)
    }
    guard let format = try declared ?? draft.newestForm()?.format,
      names.contains(where: { format.version(of: $0) != nil })
    else {
      let gap = try? draft.workspace.tagGap()
      guard let gap, case .neverFetched = gap, let problem = MissingTags(gap, nil).failure.diagnostics.first else {
        return [ok("no version tags")] + branches(in: names)
      }
      return [warn(problem.message, hint: problem.hint)] + branches(in: names)
    }
    var findings: [Finding] = []
    if try session.packageManifest() != nil, let hiding = names.first(where: { $0.contains("@swift-") }) {
      findings.append(
        warn("`\(hiding)` hides every tag without `@swift-` from SwiftPM", hint: "do not make such tags from now on"))
    }
    findings += branches(in: names)
    return findings.isEmpty
      ? [ok("\(names.count { format.version(of: $0) != nil }.of("version")), format `\(format)`")] : findings
  }

  /// Returns the finding for one of several packages, which have separate tags.
  private func finding(on package: PackageDeclaration, _ names: [String]) -> Finding {
    let count = names.count { package.tagFormat.version(of: $0) != nil }
    return ok("`\(package.name)`: \(count == 0 ? "no version" : count.of("version")), format `\(package.tagFormat)`")
  }

  /// Returns warnings about local or remote branches with the name of a tag: git warns, and SwiftPM may use the branch.
  private func branches(in tags: [String]) -> [Finding] {
    let names = Set(tags)
    let prefix = "refs/heads/"
    let branches = ((try? repository.referenceNames(below: prefix)) ?? []).map { String($0.dropFirst(prefix.count)) }
    var findings = branches.filter(names.contains).map { name in
      warn(
        "the branch `\(name)` has the name of a tag",
        hint: "rename it with `git branch --move \(name.shellWord) \("release-\(name)".shellWord)`")
    }
    for (name, _) in (try? repository.remoteBranches()) ?? [] {
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, names.contains(parts[1]) else { continue }
      let (remote, branch) = (parts[0], parts[1])
      let old = "refs/remotes/\(name):refs/heads/release-\(branch)".shellWord
      findings.append(
        warn(
          "the branch `\(branch)` of `\(remote)` has the name of a tag",
          hint: "rename it with `git push --atomic \(remote.shellWord) \(old) \(":refs/heads/\(branch)".shellWord)`"))
    }
    return findings
  }
}
