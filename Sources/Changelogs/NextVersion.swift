import Versioning

/// Works out the version that comes next, from those that were and from what has changed since.
package struct NextVersion: Sendable {
  package let rules: ReleaseRules
  /// The last release, without pre-releases; nil before the first.
  package let released: Version?
  /// What the manifests say; nil when only tags do.
  package let written: Version?
  /// All tagged versions, in any order.
  package let tagged: [Version]
  /// The highest pre-release after `released` in the history of what is to be released.
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

  /// The next version; nil when there is nothing to release.
  ///
  /// Before the first release it is the one that the rules name, otherwise the one that is written: nobody has released
  /// that yet. A higher version that was written by hand, or that pre-releases were made of, is not gone back from.
  /// - Parameter prereleaseID: With it, the next pre-release of that name on the way there.
  /// - Throws: `ChangelogError.releaseAsTooLow`; `.version` when a number would overflow or the name is none.
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

  /// The release that `level` leads to.
  private func target(for level: ReleaseLevel) throws(VersionError) -> Version {
    let candidates = [written, latestPrerelease].compactMap { $0?.core }
    guard let released else {
      if let first = rules.initial ?? candidates.highest { return first }
      return try Version("0.1.0")
    }
    let raised = try released.raised(by: rules.level(level, of: released))
    return candidates.filter { raised.precedes($0) }.highest ?? raised
  }

  /// The next pre-release of that name which leads to `target`; number 1 when none has been tagged or written yet.
  private func prerelease(of target: Version, named id: String) throws(VersionError) -> Version {
    let first = try Version("\(target.core)-\(id).1")
    let line = (tagged + [written].compactMap { $0 }).filter {
      $0.core.hasSamePrecedence(as: target.core) && $0.prerelease.count == first.prerelease.count
        && $0.prerelease.dropLast() == first.prerelease.dropLast()
    }
    return try line.highest?.changed(.prerelease, prereleaseID: id) ?? first
  }
}

extension [Version] {
  /// The one that no other comes after.
  package var highest: Version? { self.max { $0.precedes($1) } }
}
