import Foundation

/// What other users can see of a world: the references of the remote, the release in it, and the effects on services.
struct PublicState: Equatable {
  private(set) var references: [String: String] = [:]
  /// The files that the commit of the tag changes.
  private var changed: [String] = []
  /// The contents of its files with the version.
  private var contents: [String] = []
  /// The subjects of later commits on the branch.
  private var later: [String] = []
  private var isBehind = false
  /// The effects on services: commands of the lane, and the forge's releases with their assets.
  private(set) var effects: [String] = []

  /// - Parameter releases: The state of the forge as JSON.
  init(_ text: String, releases: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let first = words.first, let rest = words.dropFirst().first else { continue }
      switch first {
      case "reference":
        let parts = rest.split(separator: " ").map(String.init)
        references[parts[0]] = parts[1]
      case "changed": changed.append(rest)
      case "content": contents.append(rest)
      case "later": later.append(rest)
      case "behind": isBehind = true
      default: effects.append(rest)
      }
    }
    let all = try? JSONSerialization.jsonObject(with: Data(releases.utf8)) as? [String: [String: [[String: Any]]]]
    for release in all?["github"]?["owner/tool"] ?? [] {
      let assets = (release["assets"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }.sorted()
      effects.append(([release["draft"] as? Bool == true ? "draft" : "release"] + assets).joined(separator: " "))
    }
  }

  /// Whether there is an effect that must not happen twice, and has.
  var doubled: [String] {
    let kinds = effects.map { $0.hasPrefix("release") || $0.hasPrefix("draft") ? "release" : $0 }
    return kinds.indices.filter { kinds[..<$0].contains(kinds[$0]) }.map { "\(kinds[$0]) twice" }
  }

  /// Whether the record of a run is there.
  var hasRecord: Bool { references.keys.contains { $0.hasPrefix("refs/martlet/") } }

  /// What is different from the release that the lane plans; empty if it is complete.
  ///
  /// - Parameter isPushedByHand: Whether the user has pushed later commits.
  func problemsOfRelease(of lane: SweptLane, isPushedByHand: Bool) -> [String] {
    guard references["refs/tags/1.5.0"] != nil else { return ["no tag"] }
    var problems: [String] = []
    let tags = references.keys.filter {
      $0.hasPrefix("refs/tags/") && !["refs/tags/1.4.2", "refs/tags/1.5.0"].contains($0)
    }
    if !tags.isEmpty { problems.append("the tags \(tags.sorted())") }
    if hasRecord { problems.append("a record") }
    if changed.sorted() != lane.changedFiles.sorted() { problems.append("the commit changes \(changed)") }
    if contents != ["1.5.0", "{\"version\": \"1.5.0\"}", "VERSION=1.5.0"] {
      problems.append("the contents \(contents)")
    }
    if isBehind { problems.append("the branch does not have the tag") }
    let foreign = later.filter { $0 != "Other" && !(isPushedByHand && $0 == "Mine") }
    if !foreign.isEmpty { problems.append("the branch goes on with \(foreign)") }
    if effects.sorted() != lane.effects.sorted() { problems.append("the effects \(effects)") }
    return problems
  }

  /// What the run has left of itself; empty if the remote is as in `start`.
  func problemsOfUntouched(since start: PublicState) -> [String] {
    let before = start.references.filter { !$0.key.hasPrefix("refs/martlet/") }
    var problems = Set(references.keys).union(before.keys).filter { references[$0] != before[$0] }.sorted()
    // A run without a record was over before.
    if !effects.isEmpty, start.hasRecord || effects != start.effects { problems.append("the effects \(effects)") }
    return problems
  }
}
