import Lanes
import Manifests
import TextEditing
import Versioning

/// The writing of a new version into all manifests that say the old one.
struct VersionWrite {
  private let survey: VersionSurvey
  private let old: Version?
  private let new: Version

  /// - Parameter old: nil to raise all sites that speak for the product, whatever they say.
  init(_ survey: VersionSurvey, from old: Version?, to new: Version) {
    self.survey = survey
    self.old = old
    self.new = new
  }

  /// One effect a file, in byte order of the paths.
  func decision(in draft: Draft) throws -> Decision {
    let edits: [RelativePath: [TextEdit]]
    let left: [VersionSite]
    do {
      (edits, left) = try survey.edits(raising: old, to: new, in: draft)
    } catch let error as AppleVersionError {
      throw Failure.illegalVersion(error)
    }
    if edits.isEmpty, let old, !old.hasSamePrecedence(as: new), old.core != new.core {
      guard case .tagged = survey.decision else { throw Failure.nothingToRaise(old) }
    }
    let writes = try edits.sorted { $0.key < $1.key }.compactMap { path, edits -> Effect? in
      guard let source = try draft.source(at: path) else { return nil }
      return .writeFile(FileWrite(from: source, to: try source.applying(edits)))
    }
    let state = VersionState(previous: old, current: new)
    return Decision(writes, version: state, remarks: remarks(on: left) + tagRemarks(writes.isEmpty))
  }

  /// A line for each file and value that is left, with the lines it stands in.
  private func remarks(on left: [VersionSite]) -> [String] {
    var groups: [(path: RelativePath, value: String, lines: [Int])] = []
    for site in left {
      let place = site.place
      if let index = groups.firstIndex(where: { $0.path == place.path && $0.value == site.value }) {
        groups[index].lines.append(place.line)
      } else {
        groups.append((place.path, site.value, [place.line]))
      }
    }
    return groups.map { "left alone: \($0.value) in \($0.path):\($0.lines.map(String.init).joined(separator: ","))" }
  }

  /// Where the version lives in the tags: that no file holds it, and how to raise those that say an earlier one.
  private func tagRemarks(_ hasNoWrites: Bool) -> [String] {
    switch survey.decision {
    case .tagged, .nothing:
      (hasNoWrites ? ["no file holds the version: the tag of the release says it"] : []) + survey.staleRemarks
    case .declared, .written, .undecided: []
    }
  }
}

extension Failure {
  static func nothingToRaise(_ version: Version) -> Failure {
    Failure(
      "no manifest says `\(version)`, so there is nothing to raise",
      hint: "see where versions are written with `martlet version --sites`")
  }

  static func illegalVersion(_ error: AppleVersionError) -> Failure { Failure("\(error)") }
}
