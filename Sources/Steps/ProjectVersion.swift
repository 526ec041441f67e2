import Lanes
import Manifests
import TextEditing
import Versioning

/// Knows the version of a project from its manifests, or from its tags where it lives in those.
package struct ProjectVersion: VersionReading {
  package init() {}

  package func version(in draft: Draft) throws -> Version? {
    switch draft.releasefile.versionSource {
    case .tag:
      guard let version = try draft.highestTaggedVersion() else { throw StepError.noTaggedVersion }
      return version
    case .manifests: return try version(of: draft.survey(), in: draft)
    }
  }

  package func build(in draft: Draft) throws -> String? {
    try draft.survey().build
  }

  package func next(in draft: Draft) throws -> Version {
    try NextRelease(of: draft).versionOrCurrent(in: draft)
  }

  /// Manifests that only Apple reads say `1.5.0` for `1.5.0-beta.2` too: then the newest tag of that version tells
  /// which of the two it is.
  ///
  /// A tag such as `1.0.16-27` is no pre-release but a build: it says nothing here.
  func version(of survey: VersionSurvey, in draft: Draft) throws -> Version? {
    guard let version = try survey.version() else { return nil }
    guard survey.productSites.allSatisfy({ $0.audience == .apple }) else { return version }
    let tagged = try draft.taggedVersions().filter { tagged in
      tagged.core.hasSamePrecedence(as: version) && tagged.prerelease.first?.first?.isNumber != true
    }
    let newest = tagged.max { $0.precedes($1) }
    if newest == nil, let gap = try draft.workspace.tagGap() {
      throw LaneError.tagsMissing(gap, draft.pipeline?.system)
    }
    return newest?.isPrerelease == true ? newest : version
  }
}

extension Draft {
  /// The versions of all tags that have the project's format; a single number, such as a `v2` that moves with every
  /// release, is none.
  func taggedVersions() throws -> [Version] {
    let format = try tagFormat()
    return try tags().keys.compactMap(format.version(of:)).filter { $0.components.count > 1 }
  }

  /// - Throws: `LaneError.tagsMissing` in a shallow clone, where a higher one may be missing.
  func highestTaggedVersion() throws -> Version? {
    if let gap = try workspace.tagGap(), gap == .shallowClone {
      throw LaneError.tagsMissing(gap, pipeline?.system)
    }
    return try taggedVersions().max { ($0, $0.description) < ($1, $1.description) }
  }
}

/// By precedence, and among equals by spelling, so that the answer does not depend on the order of tags.
private func < (left: (Version, String), right: (Version, String)) -> Bool {
  left.0.precedes(right.0) || (left.0.hasSamePrecedence(as: right.0) && left.1 < right.1)
}
