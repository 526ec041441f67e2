import Git
import Lanes
import TextEditing
import Versioning

/// Tags that do not say what they seem to.
struct TagsExamination: Examination {
  static let topic = "tags"
  let session: Session
  let repository: Repository

  func findings() throws -> [Finding] {
    let tags = try repository.tagTargets()
    let names = tags.map(\.name)
    let lettered = names.filter { TagFormat.lettered.version(of: $0).map { $0.components.count > 1 } ?? false }
    let plain = names.filter { TagFormat.plain.version(of: $0).map { $0.components.count > 1 } ?? false }
    // What is wrong with the Releasefile is told elsewhere.
    let releasefile = (try? session.releasefile()) ?? nil
    if let packages = releasefile?.packages, !packages.isEmpty {
      return packages.map { finding(on: $0, names) } + branches(in: names)
    }
    let declared = releasefile?.tagFormat
    guard let format = declared ?? TagFormat.found(in: names), names.contains(where: { format.version(of: $0) != nil })
    else { return [ok("none is a version")] + branches(in: names) }
    var findings: [Finding] = []
    if !lettered.isEmpty, !plain.isEmpty, declared == nil {
      findings.append(
        warn(
          "\(lettered.count) with a `v` and \(plain.count) without, as `\(lettered[0])` and `\(plain[0])`; the next one is spelled `\(format)`",
          hint: "say it in the Releasefile with `version: {tag: \"\(format)\"}`"))
    }
    if try session.packageManifest() != nil { findings += packageFindings(tags) }
    findings += branches(in: names)
    return findings.isEmpty
      ? [ok("\(names.count { format.version(of: $0) != nil }.of("version")), spelled `\(format)`")] : findings
  }

  /// What is released of one of several packages, each with tags of its own.
  private func finding(on package: PackageDeclaration, _ names: [String]) -> Finding {
    let count = names.count { package.tagFormat.version(of: $0) != nil }
    return ok("`\(package.name)`: \(count == 0 ? "no version" : count.of("version")), spelled `\(package.tagFormat)`")
  }

  /// What SwiftPM would see otherwise than people do. What is public cannot be put right, only known.
  private func packageFindings(_ tags: [(name: String, target: ObjectID)]) -> [Finding] {
    var findings: [Finding] = []
    for (first, second) in rivals(in: tags) {
      findings.append(
        warn("`\(first)` and `\(second)` are one version at two commits, of which SwiftPM takes `\(first)`"))
    }
    if let hiding = tags.first(where: { $0.name.contains("@swift-") })?.name {
      findings.append(
        warn("`\(hiding)` hides every tag without `@swift-` from SwiftPM", hint: "leave such tags out from now on"))
    }
    return findings
  }

  /// The pairs of tags of one version at two commits, the one that SwiftPM takes first: of several the one with more
  /// components, then the one without a `v`.
  ///
  /// Source: SwiftPM, `Sources/Workspace/PackageContainer/SourceControlPackageContainer.swift`.
  private func rivals(in tags: [(name: String, target: ObjectID)]) -> [(String, String)] {
    var groups: [Version: [(name: String, target: ObjectID, rank: Int)]] = [:]
    for (name, target) in tags {
      for (format, rank) in [(TagFormat.plain, 0), (.lettered, 1)] {
        guard let version = format.version(of: name), (2...3).contains(version.components.count) else { continue }
        groups[version.padded, default: []].append((name, target, rank - 2 * version.components.count))
      }
    }
    let pairs = groups.values.compactMap { group -> (String, String)? in
      let sorted = group.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
      guard let first = sorted.first, let other = sorted.first(where: { $0.target != first.target }) else { return nil }
      return (first.name, other.name)
    }
    return pairs.sorted { $0 < $1 }
  }

  /// Branches, here or on a remote, that are called like a tag: git warns, and SwiftPM may take the branch.
  private func branches(in tags: [String]) -> [Finding] {
    let names = Set(tags)
    var findings = names.sorted().filter { (try? repository.reference(named: "refs/heads/\($0)")) != nil }.map { name in
      warn(
        "the branch `\(name)` is called like a tag",
        hint: "rename it with `git branch --move \(name.shellWord) \("release-\(name)".shellWord)`")
    }
    for (name, _) in (try? repository.remoteBranches()) ?? [] {
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, names.contains(parts[1]) else { continue }
      let (remote, branch) = (parts[0], parts[1])
      let old = "refs/remotes/\(name):refs/heads/release-\(branch)".shellWord
      findings.append(
        warn(
          "the branch `\(branch)` of `\(remote)` is called like a tag",
          hint: "rename it with `git push --atomic \(remote.shellWord) \(old) \(":refs/heads/\(branch)".shellWord)`"))
    }
    return findings
  }
}

extension Version {
  /// The version with three components, as SwiftPM reads `1.0`.
  fileprivate var padded: Version {
    let missing = Array(repeating: ".0", count: max(0, 3 - components.count)).joined()
    return (try? Version("\(core)\(missing)" + description.dropFirst(core.description.count))) ?? self
  }
}
