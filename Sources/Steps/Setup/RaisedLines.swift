import Lanes
import MartletCore
import MartletManifests

/// The lines that the last two releases have raised, and that a bump does not find.
///
/// The file has the line with the version, and had it with theirs at the two releases before. Lines of one release, such as those
/// beside a checksum, and lines about other repositories are left out.
struct RaisedLines {
  let manifests: [ManifestDeclaration]

  /// - Parameter survey: What a bump finds.
  init(of draft: Draft, at version: Version, besides survey: VersionSurvey, _ names: ProjectNames) throws {
    let taken = survey.readings.flatMap(\.sites).filter { survey.isRaised($0, from: version) }.map(\.place)
    // The files may have the version of the next release already.
    let releases = try draft.lastThreeReleases().filter { $0.version.precedes(version) }.prefix(2)
    guard releases.count == 2 else {
      manifests = []
      return
    }
    let commits = releases.map(\.commit)
    let changed = Set(try draft.workspace.paths(differingBetween: commits[1], and: commits[0]))
    let addresses = try draft.remoteAddresses()
    var known: Set<ManifestDeclaration> = []
    manifests = changed.sorted().filter { !$0.isListOfReleases }.flatMap { path in
      guard FileLocation(of: path) != .elsewhere, let source = try? draft.source(at: path) else {
        return [TextManifest]()
      }
      let texts = commits.map { commit in
        let old = try? CommitFiles(commit: commit, draft: draft).source(at: path)
        return Set(old?.lineSpans.map { old?.string(at: $0) ?? "" } ?? [])
      }
      return source.lineSpans.compactMap { line in
        let parts = source.string(at: line).split(separator: "\(version)", omittingEmptySubsequences: false)
        guard parts.count == 2, !Self.requires(anotherThan: names, in: parts[0].suffix(128)),
          zip(texts, releases).allSatisfy({ $0.contains(parts.joined(separator: "\($1.version)")) })
        else { return nil }
        let start = line.lowerBound + parts[0].utf8.count
        let span = start..<start + "\(version)".utf8.count
        let block = ReleaseBlock(around: span, in: source)
        let place = source.place(at: start)
        guard !taken.contains(where: { $0.path == path && $0.line == place.line }), !block.isOfOneRelease,
          !block.isAbout(otherThan: addresses)
        else { return nil }
        return TextManifest(lineOf: span, in: source)
      }
    }.map(ManifestDeclaration.init).filter { line in
      known.insert(line).inserted && line.has(only: version, names, survey.tags, in: draft)
    }
  }
}

extension RaisedLines {
  private static let required = Pattern(/["':]([\w.\-@\/]+)(?:["']\s*[,:=]?>?\s*["']?[~^>=\s]*|:)$/)

  /// Whether the text before a version ends in a name that is not the project's: `s.dependency 'Other', '~> `, `'com.other:kit:`.
  private static func requires(anotherThan names: ProjectNames, in start: Substring) -> Bool {
    guard let name = start.firstMatch(of: required)?.output.1.lowercased(), !name.contains("version") else {
      return false
    }
    return !names.products.contains { name.contains($0.lowercased()) }
  }
}

extension ManifestDeclaration {
  init(_ manifest: TextManifest) {
    self.init(TextManifest.keyword, manifest.path, options: manifest.options)
  }
}

extension Draft {
  /// The newest first.
  fileprivate func lastThreeReleases() throws -> [ReleaseHistory.Release] {
    let newest = try releaseTags().releases
    guard newest.count == 2 else { return newest }
    return newest + [try release(before: newest[1], among: try releases())].compactMap(\.self)
  }
}
