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
    let isInTags = survey.decision.isTagged || survey.decision == .nothing
    let isInNoFile = try writes.isEmpty && isInTags && binaryRemarks(in: draft).isEmpty
    let remark = isInNoFile ? ["no file contains the version: the release tag does"] : []
    return Decision(writes, version: state, remarks: remarks(left) + remark)
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
      let dependencies = draft.package?.dependencies.compactMap(draft.changedVersion(ofPackage:))
      let (edits, left) = try survey.edits(
        raising: old, to: new, dependencies: dependencies?.map { ($0.previous, $0.current) }, in: draft)
      let products = try draft.releasedProducts(at: old)
      let all = try products.completing(edits, of: .version, to: new.appleTexts, in: draft)
      // An app that is raised with the others cannot show what Apple's stores reject.
      if all != edits { _ = try AppleVersionRule.marketingVersion(of: new) }
      let binaries = try binaryRemarks(in: draft)
      return (
        try draft.writes(all), { products.remarks(onUnchanged: $0) + binaries }, left.filter { !all.hasEdit(of: $0) }
      )
    } catch let error as AppleVersionError {
      throw Failure.illegalVersion(error)
    }
  }

  /// Returns a remark for each binary target with the version in its address, which is raised with the checksum alone.
  private func binaryRemarks(in draft: Draft) throws -> [String] {
    let steps = draft.laneName.map(draft.releasefile.steps(ofLaneNamed:)) ?? []
    guard let old, !steps.contains(where: { $0.keyword == "update_binary_target" }) else { return [] }
    return try draft.binaryTargets(at: old).map { binary in
      "unchanged: \(old) in the address of the binary target `\(binary.name)`: the step `update_binary_target` writes it"
    } + draft.localBundles(at: old).map { "unchanged: \(old) in \($0.path): a binary, which has to be built again" }
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
