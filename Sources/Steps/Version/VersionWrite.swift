import Lanes
import MartletCore
import MartletManifests

/// Writes a new version to all manifests with the old one.
struct VersionWrite {
  private let survey: VersionSurvey
  private let old: Version?
  private let new: Version

  /// - Parameter old: nil to raise all sites of the product, with any value.
  init(_ survey: VersionSurvey, from old: Version?, to new: Version) {
    self.survey = survey
    self.old = old
    self.new = new
  }

  /// Returns one effect per file, in byte order of the paths.
  func decision(in draft: Draft) throws -> Decision {
    let (writes, remarks, left) = try writes(in: draft)
    if writes.isEmpty, let old, !old.hasSamePrecedence(as: new), old.core != new.core {
      guard case .tagged = survey.decision else { throw Failure.nothingToRaise(old) }
    }
    let state = VersionState(previous: old, current: new)
    return Decision(writes, version: state, remarks: remarks(left) + tagRemarks(writes.isEmpty))
  }

  /// Returns the effects where tags are the version source.
  func repetitions(in draft: Draft) throws -> Decision {
    let (writes, remarks, left) = try writes(in: draft)
    return Decision(writes, version: VersionState(previous: old, current: new), remarks: remarks(left))
  }

  /// Returns the effects where the files that decide have the new version already, so that there may be none.
  func remainder(in draft: Draft) throws -> Decision {
    let (writes, remarks, left) = try writes(in: draft)
    let state = VersionState(previous: old, current: new)
    let remark = "\(new) is in files already, and not tagged yet"
    return Decision(writes, version: state, remarks: [remark] + remarks(left.filter { !$0.holds(new) }))
  }

  private func writes(
    in draft: Draft
  ) throws -> (effects: [Effect], remarks: ([VersionSite]) -> [String], left: [VersionSite]) {
    do {
      let pods = try PackagedPods(of: draft)
      let (edits, left) = try survey.edits(raising: old, to: new, pods: { pods.pod(named: $0, in: draft) }, in: draft)
      let products = try draft.releasedProducts(at: old)
      let all = try products.completing(edits, of: .version, to: new.appleTexts, in: draft)
      // An app that is raised with the others cannot show what Apple's stores reject.
      if all != edits { _ = try AppleVersionRule.marketingVersion(of: new) }
      return (try draft.writes(all), products.remarks, left.filter { !all.hasEdit(of: $0) })
    } catch let error as AppleVersionError {
      throw Failure.illegalVersion(error)
    }
  }

  /// Returns remarks if tags are the version source: that no file has the version, and how to raise stale files.
  private func tagRemarks(_ hasNoWrites: Bool) -> [String] {
    switch survey.decision {
    case .tagged, .nothing:
      (hasNoWrites ? ["no file contains the version: the release tag does"] : []) + survey.staleRemarks
    case .declared, .written, .undecided: []
    }
  }
}

extension [RelativePath: [TextEdit]] {
  /// Whether one of them is in the bytes of `site`.
  func hasEdit(of site: VersionSite) -> Bool {
    site.pieces.contains { piece in self[piece.path]?.contains { $0.span == piece.span } ?? false }
  }
}

extension Failure {
  static func nothingToRaise(_ version: Version) -> Failure {
    Failure(
      "no manifest contains `\(version)`, so there is nothing to raise",
      hint: "list all versions with `martlet version --sites`")
  }

  static func illegalVersion(_ error: AppleVersionError) -> Failure { Failure("\(error)") }
}
