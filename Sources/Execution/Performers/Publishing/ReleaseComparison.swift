import Lanes
import MartletCore

/// A planned release, compared part by part with the one that the forge has. It is the only answer to the question whether a
/// release is the planned one.
struct ReleaseComparison: Equatable {
  enum Part: Hashable {
    case tag, title, notes, prerelease
    case asset(String)
  }

  enum Difference: Equatable {
    case missing
    /// The remains of an upload that broke off.
    case unfinished(ForgeAsset)
    case changed
    /// An asset that no plan of the run has.
    case unplanned
    /// Several assets of one name.
    case repeated
  }

  let release: ForgeRelease
  /// Only the parts that differ, in the order of messages.
  private(set) var differences: [(part: Part, difference: Difference)] = []
  /// The assets of the release that are the planned ones, in the order of the plan.
  private(set) var equalAssets: [ForgeAsset] = []

  static func == (one: ReleaseComparison, other: ReleaseComparison) -> Bool {
    one.release == other.release && one.equalAssets == other.equalAssets
      && one.differences.map(\.part) == other.differences.map(\.part)
      && one.differences.map(\.difference) == other.differences.map(\.difference)
  }

  /// - Parameters:
  ///   - text: The planned text, with the mark of the run.
  ///   - assets: All planned assets.
  ///   - digest: Returns the digest of an asset whose forge reports none.
  init(
    of text: ReleaseDescription, _ assets: [Artifact], on forge: Forge, with release: ForgeRelease,
    digest: (ForgeAsset) throws -> ContentDigest
  ) rethrows {
    self.release = release
    // A draft may have another name for its tag, and the files of a package have no text.
    if !release.isDraft, release.tag != text.tag { differences.append((.tag, .changed)) }
    if forge.hasDrafts || !release.isDraft {
      if release.title != text.title { differences.append((.title, .changed)) }
      if !release.notes.hasSameLines(as: text.notes) { differences.append((.notes, .changed)) }
      if forge.marksPrereleases, release.isPrerelease != text.isPrerelease {
        differences.append((.prerelease, .changed))
      }
    }
    for artifact in assets { try compare(artifact, digest) }
    let planned = Set(assets.map(\.name))
    // Only the planned files of a package become assets.
    guard forge.hasDrafts || !release.isDraft else { return }
    var unplanned: [String] = []
    for asset in release.assets where !planned.contains(asset.name) && !unplanned.contains(asset.name) {
      unplanned.append(asset.name)
    }
    differences += unplanned.map { (.asset($0), .unplanned) }
  }

  private mutating func compare(_ artifact: Artifact, _ digest: (ForgeAsset) throws -> ContentDigest) rethrows {
    func add(_ difference: Difference) { differences.append((.asset(artifact.name), difference)) }
    let found = release.assets.filter { $0.name == artifact.name }
    guard found.count < 2 else { return add(.repeated) }
    guard let asset = found.first, let contents = artifact.contents else { return add(.missing) }
    // An asset with a digest is complete, even if a user has uploaded it.
    if !asset.isComplete || asset.digest == nil && asset.size.map({ $0 < contents.size }) == true {
      return add(.unfinished(asset))
    }
    guard asset.size ?? contents.size == contents.size else { return add(.changed) }
    guard try asset.digest ?? digest(asset) == contents.digest else { return add(.changed) }
    equalAssets.append(asset)
  }

  func difference(of part: Part) -> Difference? { differences.first { $0.part == part }?.difference }

  /// Whether the user has edited title or notes.
  var isEdited: Bool { differences.contains { $0.part == .title || $0.part == .notes } }

  /// The names of planned assets that an upload adds.
  var lackingAssets: [String] {
    differences.compactMap { part, difference in
      guard case .asset(let name) = part else { return nil }
      return switch difference {
      case .missing, .unfinished: name
      case .changed, .unplanned, .repeated: nil
      }
    }
  }

  /// Whether it is public with the planned tag and exactly the planned assets. Texts that the user has edited may differ.
  var isDone: Bool { !release.isDraft && differences.allSatisfy { $0.part == .title || $0.part == .notes } }

  /// Why it must not be published, or is not done; nil for texts, marks and assets that the run can still set.
  var failure: Failure? {
    for (part, difference) in differences {
      guard case .asset(let name) = part else { continue }
      switch difference {
      case .missing, .unfinished: continue
      case .changed: return .otherAsset(name, page: release.page)
      case .unplanned: return .unplannedAsset(name, in: release)
      case .repeated: return .severalAssets(name, page: release.page)
      }
    }
    return nil
  }
}

extension Failure {
  static func otherAsset(_ name: String, page: String) -> Failure {
    Failure(
      "the release has an asset `\(name)` with other contents: \(page)",
      hint:
        "Martlet never replaces an asset: if the one of the release is right, finish the run in the clone where the run began, "
        + "or name the folder of the built files with `--artifacts`; otherwise delete it on the page", exit: .conflict)
  }

  static func unplannedAsset(_ name: String, in release: ForgeRelease) -> Failure {
    Failure(
      "the \(release.isDraft ? "draft" : "release") has an asset `\(name)` that the plan does not have: \(release.page)",
      hint: "delete it on the page, then `martlet finish`", exit: .conflict)
  }

  static func severalAssets(_ name: String, page: String) -> Failure {
    Failure(
      "the release has several assets called `\(name)`, expected one: \(page)",
      hint: "delete all but one of them on the page, then `martlet finish`")
  }
}
