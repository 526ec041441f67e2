import TextEditing
import Versioning

/// Finds the manifests of a project by looking.
///
/// Which of them carry the product's version is decided by where they stand, never by what they say, so that a
/// forgotten one shows up as a disagreement. There are three groups: files that exist to say it (project specifications,
/// podspecs, `Version.swift`), files that repeat it for somebody else (`package.json`, a Makefile, other Swift sources),
/// and whatever is below folders of examples and documentation. The first group with a version in it carries it; the sites
/// of the others are bystanders: raised along where they say the same, otherwise listed and left.
package struct ManifestDiscovery: Sendable {
  private let names: ProjectNames
  private let rules: [DiscoveryRule]

  package init(names: ProjectNames, rules: [DiscoveryRule] = DiscoveryRule.all) {
    self.names = names
    self.rules = rules
  }

  /// A manifest that was found, with its sites; there is at least one.
  package struct Finding: Sendable {
    package let manifest: any Manifest
    package let sites: [VersionSite]
    /// All that the manifest finds, in its order.
    let found: [VersionSite]
  }

  private enum Group: Int, CaseIterable {
    case carriers, support, examples
  }

  /// The manifests with a version or build number in them, in the order of the rules and then of their paths.
  ///
  /// - Throws: `ManifestError` for a file of the first group that cannot be read, such as a project with merge conflicts;
  ///   elsewhere such a file is passed over. What `files` throws.
  package func manifests(in project: some FileReading) throws -> [Finding] {
    let files = try ListedFiles(project)
    let paths = files.filePaths().filter { !Self.skips($0) }
    let generated = try Self.foldersOfSpecifications(among: paths, in: files)
    var taken = Set<[Bytes]>()
    var findings: [(group: Group, finding: Finding)] = []
    for rule in rules {
      let matching = paths.filter { path in
        rule.matches(path, names) && !(path.isProjectFile && generated.contains(path.parent?.parent))
      }
      let depth = matching.filter { !Self.isExample($0) }.map(\.depth).min() ?? 0
      for path in matching where try isSmallEnough(path, in: files) {
        let group = Self.group(of: path, standing: rule.standing, outermost: depth)
        let manifest = rule.manifest(path, names)
        let found = try sites(of: manifest, in: files, group: group)
        let sites = found.filter { site in
          site.isRead && taken.insert(site.pieces.map { Bytes(path: $0.path, span: $0.span) }).inserted
        }
        if !sites.isEmpty { findings.append((group, Finding(manifest: manifest, sites: sites, found: found))) }
      }
    }
    findings = try Self.withAppsFirst(findings, in: files)
    let carriers = Group.allCases.first { group in
      findings.contains {
        $0.group == group && $0.finding.sites.contains { $0.kind == .version && $0.role == .product }
      }
    }
    return findings.map { group, finding in
      group == carriers
        ? finding
        : Finding(manifest: finding.manifest, sites: finding.sites.map(\.asBystander), found: finding.found)
    }
  }

  /// Where one Xcode project makes an app, those that make none are made for it.
  private static func withAppsFirst(
    _ findings: [(group: Group, finding: Finding)], in files: some FileReading
  ) throws -> [(group: Group, finding: Finding)] {
    let projects = findings.map { $0.group == .carriers ? $0.finding.manifest as? XcodeprojManifest : nil }
    // One alone is made for no other, whatever it makes.
    guard projects.count(where: { $0 != nil }) > 1 else { return findings }
    let hasApp = try projects.map { try $0?.makesApp(in: files) }
    guard hasApp.contains(true) else { return findings }
    return zip(findings, hasApp).map { found, hasApp in hasApp == false ? (.support, found.finding) : found }
  }

  private struct Bytes: Hashable {
    let path: RelativePath
    let span: Range<Int>
  }

  private func sites(of manifest: any Manifest, in files: some FileReading, group: Group) throws -> [VersionSite] {
    do {
      return try manifest.versionSites(in: files)
    } catch let error as ManifestError {
      guard group == .carriers, error.isAboutContent else { return [] }
      throw error
    } catch let error as TextError {
      guard group == .carriers else { return [] }
      throw error
    }
  }

  /// 4 MiB: no file but a project's is that large and says a version.
  private static let greatestSize = 4 << 20

  private func isSmallEnough(_ path: RelativePath, in files: some FileReading) throws -> Bool {
    if path.isProjectFile { return true }
    return try files.byteCount(at: path).map { $0 <= Self.greatestSize } ?? false
  }

  private static func group(of path: RelativePath, standing: DiscoveryRule.Standing, outermost depth: Int) -> Group {
    if isExample(path) { return .examples }
    switch standing {
    case .anywhere: return .carriers
    case .atRoot: return path.depth == 1 ? .carriers : .support
    case .outermost: return path.depth == depth ? .carriers : .support
    case .support: return .support
    }
  }
}

extension VersionSite {
  /// Whether what stands there is what its kind says.
  fileprivate var isRead: Bool {
    switch kind {
    case .version: (try? Version(value)) != nil
    case .build: (try? BuildNumber(value)) != nil
    }
  }
}

extension ManifestError {
  /// Whether the file itself is at fault, rather than not holding what was looked for.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .malformed, .notEditable: true
    case .missing, .notFound, .ambiguous, .wrongCount, .unusableOption, .doesNotFit, .notReadBack: false
    }
  }
}

/// Files whose list is made once: manifests ask for it again and again.
private struct ListedFiles<Base: FileReading>: FileReading {
  private let base: Base
  private let paths: [RelativePath]

  init(_ base: Base) throws {
    self.base = base
    paths = try base.filePaths()
  }

  func source(at path: RelativePath) throws -> SourceText? { try base.source(at: path) }
  func filePaths() -> [RelativePath] { paths }
  func byteCount(at path: RelativePath) throws -> Int? { try base.byteCount(at: path) }
}
