import MartletCore

/// Computes the next version from the existing versions and the changes.
package struct NextVersion: Sendable {
  package let rules: ReleaseRules
  /// The last release that is not a pre-release; nil before the first.
  package let released: Version?
  /// The version in the manifests; nil if only tags have one.
  package let written: Version?
  /// All tagged versions, in any order.
  package let tagged: [Version]
  /// The highest pre-release after `released` in the history of the release.
  package let latestPrerelease: Version?

  package init(
    by rules: ReleaseRules, after released: Version?, written: Version?,
    tags: (all: [Version], latestPrerelease: Version?)
  ) {
    self.rules = rules
    self.released = released
    self.written = written
    tagged = tags.all
    latestPrerelease = tags.latestPrerelease
  }

  /// Returns the next version; nil when there is nothing to release.
  ///
  /// The first release is the version that the rules name, else the one in the manifests, which is not released yet.
  /// The result is never lower than a version written by hand or one with pre-releases.
  /// - Parameter prereleaseID: If given, the result is the next pre-release with that name.
  /// - Throws: `ChangelogError.releaseAsTooLow`; `.version` if a number overflows or the name is invalid.
  package func version(for decision: ReleaseDecision, prereleaseID: String? = nil) throws(ChangelogError) -> Version? {
    if let request = decision.request {
      if let released, !released.precedes(request.version) {
        throw .releaseAsTooLow(request.version, released: released, commit: request.commit.id)
      }
      return request.version
    }
    guard decision.level > .none else { return nil }
    do throws(VersionError) {
      let target = try target(for: decision.level)
      guard let prereleaseID else { return target }
      return try prerelease(of: target, named: prereleaseID)
    } catch {
      throw .version(error)
    }
  }

  /// Returns the release for `level`.
  private func target(for level: ReleaseLevel) throws(VersionError) -> Version {
    let candidates = [written, latestPrerelease].compactMap { $0?.core }
    guard let released else {
      if let first = rules.initial ?? candidates.highest { return first }
      return try Version("0.1.0")
    }
    let raised = try released.raised(by: rules.level(level, of: released))
    return candidates.filter { raised.precedes($0) }.highest ?? raised
  }

  /// Returns the next pre-release with that name of `target`; number 1 if none has been tagged or written yet.
  private func prerelease(of target: Version, named id: String) throws(VersionError) -> Version {
    let first = try Version("\(target.core)-\(id).1")
    let line = (tagged + [written].compactMap { $0 }).filter {
      $0.core.hasSamePrecedence(as: target.core) && $0.prerelease.count == first.prerelease.count
        && $0.prerelease.dropLast() == first.prerelease.dropLast()
    }
    return try line.highest?.changed(.prerelease, prereleaseID: id) ?? first
  }
}
