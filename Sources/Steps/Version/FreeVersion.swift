import Lanes
import MartletCore

extension Draft {
  /// Returns how the lane gets a tag that is free.
  func remedy(ofTakenTag name: String) -> String {
    let version = try? version()
    if let version, !name.contains(version.description) {
      return "raise the number in its name first, such as a build number with `bump: {build: increment}`"
    }
    let end = "or delete the tag if it was never pushed"
    guard let version, let laneName, let free = try? freeVersion(after: version) else {
      return "raise the version first, \(end)"
    }
    let bumps = releasefile.steps(ofLaneNamed: laneName).compactMap { $0.step as? BumpStep }
    if bumps.contains(where: { $0.change.literal == BumpStep.asked }) {
      return "release the next free version with `--answer version=\(free)`, \(end)"
    }
    return bumps.isEmpty && package == nil && releasefile.versionSource == .manifests
      ? "raise the version with `martlet bump \(free)` and commit it, \(end)"
      : "write the next free version in the lane, `bump: \(free)`, \(end)"
  }

  /// Returns the next version without a tag: of the same minor version if `version` has three numbers.
  private func freeVersion(after version: Version) throws -> Version {
    let change: VersionChange = version.isPrerelease ? .prerelease : version.components.count > 2 ? .patch : .minor
    var free = version
    repeat { free = try free.changed(change) } while try tags()[tag(for: free)] != nil
    return free
  }
}
