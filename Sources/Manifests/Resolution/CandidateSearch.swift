import TextEditing
import Versioning

/// The search of a project for the places that may hold its version: one walk over its paths, each file read once.
///
/// Which of them carry the product's version is decided by where they are and what they are. Carriers are files that exist
/// to hold it: project specifications, podspecs, `Version.swift`. Supporters repeat it for somebody else: `package.json`, a
/// Makefile. Sources are all others. What is below folders of tests, examples and documentation never decides.
struct CandidateSearch<Base: FileReading> {
  enum Group: Hashable {
    case carriers, support, sources
    /// Files of tests and examples that a rule takes.
    case beside
  }

  /// A manifest that was found, and the place of its rule in the order of the rules.
  struct Found {
    let rank: Int
    let reading: VersionSurvey.Reading
  }

  let names: ProjectNames
  let files: ListedFiles<Base>
  private let matches: [Group: [(rank: Int, path: RelativePath)]]
  private let rules: [CandidateRule]
  private var taken = Set<[Bytes]>()

  private struct Bytes: Hashable {
    let path: RelativePath
    let span: Range<Int>
  }

  init(_ names: ProjectNames, _ rules: [CandidateRule], in project: Base) throws {
    self.names = names
    self.rules = rules
    files = try ListedFiles(project)
    let generated = try Self.foldersOfSpecifications(among: files.located, in: files)
    var matches: [Group: [(rank: Int, path: RelativePath)]] = [:]
    for (rank, rule) in rules.enumerated() {
      let matching = files.located.filter { rule.matches($0, names) }
      let depth = matching.filter { $0.location == .product }.map(\.path.depth).min() ?? 0
      for file in matching {
        let isGenerated = file.isProjectFile && generated.contains(file.path.parent?.parent)
        let group = Self.group(of: file, standing: isGenerated ? .support : rule.standing, outermost: depth)
        matches[group, default: []].append((rank, file.path))
      }
    }
    self.matches = matches
  }

  private static func group(
    of file: ListedFile, standing: CandidateRule.Standing, outermost depth: Int
  ) -> Group {
    guard file.location == .product else { return standing == .source ? .sources : .beside }
    switch standing {
    case .anywhere: return .carriers
    case .atRoot: return file.path.depth == 1 ? .carriers : .support
    case .outermost: return file.path.depth == depth ? .carriers : .support
    case .support: return .support
    case .source: return .sources
    }
  }

  /// The manifests of `group` with a version or build number in them.
  ///
  /// - Parameter condition: Whether a file is worth reading, by its bytes.
  /// - Throws: `ManifestError` for a carrier that cannot be read, such as a project with merge conflicts; other such files
  ///   are skipped. What `files` throws.
  mutating func manifests(of group: Group, where condition: (SourceText) -> Bool = { _ in true }) throws -> [Found] {
    var found: [Found] = []
    for (rank, path) in matches[group] ?? [] where try files.isSmallEnough(path) {
      if group == .sources || group == .beside {
        guard let source = try? files.source(at: path), condition(source) else { continue }
      }
      if group == .sources, FileLocation(of: path) != .product { continue }
      let manifest = rules[rank].manifest(path, names)
      let sites = try sites(of: manifest, isCarrier: group == .carriers)
      found.append(contentsOf: reading(of: manifest, sites, rank: rank).map { [$0] } ?? [])
    }
    return found
  }

  /// The manifest with those of its sites that no manifest has had before; nil without any.
  mutating func reading(
    of manifest: any Manifest, options: [String: [String]] = [:], _ found: [VersionSite], rank: Int,
    where isMeant: (VersionSite) -> Bool = { _ in true }
  ) -> Found? {
    let role = FileLocation(of: manifest.path).role
    let sites = found.filter { site in
      site.isRead && isMeant(site)
        && taken.insert(site.pieces.map { Bytes(path: $0.path, span: $0.span) }).inserted
    }
    guard !sites.isEmpty else { return nil }
    return Found(
      rank: rank,
      reading: VersionSurvey.Reading(
        manifest: manifest, options: options, sites: sites.map { site in role.map(site.with(role:)) ?? site },
        found: found))
  }

  private func sites(of manifest: any Manifest, isCarrier: Bool) throws -> [VersionSite] {
    do {
      return try manifest.versionSites(in: files)
    } catch let error as ManifestError {
      guard isCarrier, error.isAboutContent else { return [] }
      throw error
    } catch let error as TextError {
      guard isCarrier else { return [] }
      throw error
    }
  }

  /// The folders whose Xcode project is made from a specification beside it, by XcodeGen or Tuist; nil is the root.
  private static func foldersOfSpecifications(
    among listed: [ListedFile], in files: some FileReading
  ) throws -> Set<RelativePath?> {
    var folders = Set<RelativePath?>()
    for file in listed {
      let isSpecification =
        switch file.name {
        case "project.yml", "project.yaml":
          try files.source(at: file.path).map {
            YAMLScanner.values(of: $0).contains { $0.path.components.first == "targets" }
          }
        case "Project.swift":
          try files.source(at: file.path).map { $0.bytes.firstIndex(of: "ProjectDescription", from: 0) != nil }
        default: Bool?.none
        }
      if isSpecification == true { folders.insert(file.path.parent) }
    }
    return folders
  }
}

extension VersionSite {
  /// Whether what is written there is what its kind says.
  fileprivate var isRead: Bool {
    switch kind {
    case .version: version != nil
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

extension ListedFile {
  /// Whether it is the file inside an `.xcodeproj`.
  var isProjectFile: Bool { name == "project.pbxproj" }
}

extension RelativePath {
  /// Whether it is the file inside an `.xcodeproj`.
  var isProjectFile: Bool { lastComponent == "project.pbxproj" }
}
