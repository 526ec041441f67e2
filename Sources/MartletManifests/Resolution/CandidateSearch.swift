import MartletBuildSettings
import MartletCore

/// The search of a project for possible places of its version: one walk over its paths, each file read once.
///
/// The path and kind of a file decide its group. Main files are files that exist to contain the version: project
/// specifications, podspecs, `Version.swift`. Support files repeat it for other tools: `package.json`, a Makefile.
/// Files below folders of tests, examples and documentation never decide.
struct CandidateSearch<Base: FileReading> {
  enum Group: Hashable {
    case mainFiles, support
    /// Files of tests and examples that match a rule.
    case beside
  }

  /// A manifest that was found, with the index of its rule.
  struct Found {
    let rank: Int
    let reading: VersionSurvey.Reading
  }

  let names: ProjectNames
  let files: ListedFiles<Base>
  private let matches: [Group: [(rank: Int, path: RelativePath)]]
  let rules: [CandidateRule]
  private var taken = Set<[Bytes]>()
  /// The places of versions in main files whose texts cannot be read as versions.
  private(set) var unreadable: [VersionSite] = []

  private struct Bytes: Hashable {
    let path: RelativePath
    let span: Range<Int>
  }

  /// - Parameter root: The folder that is searched; nil for the project's.
  init(_ names: ProjectNames, _ rules: [CandidateRule], in project: Base, below root: RelativePath?) throws {
    self.names = names
    self.rules = rules
    files = try ListedFiles(project, below: root)
    // XcodeGen and Tuist generate the Xcode project beside their specifications.
    let generated = Set(
      files.located.filter { RelativePath.projectSpecifications.contains($0.name) }.map(\.path.parent))
    var matches: [Group: [(rank: Int, path: RelativePath)]] = [:]
    for (rank, rule) in rules.enumerated() {
      let matching = files.located.filter { rule.matches($0, names) }
      let depth = matching.filter { $0.location == .product }.map(\.depth).min() ?? 0
      for file in matching {
        let isGenerated = file.isProjectFile && generated.contains(file.path.parent?.parent)
        let group = Self.group(of: file, weight: isGenerated ? .support : rule.weight, outermost: depth)
        matches[group, default: []].append((rank, file.path))
      }
    }
    self.matches = matches
  }

  private static func group(
    of file: ListedFile, weight: CandidateRule.Weight, outermost depth: Int
  ) -> Group {
    guard file.location == .product else { return .beside }
    switch weight {
    case .anywhere: return .mainFiles
    case .atRoot: return file.depth == 1 ? .mainFiles : .support
    case .outermost: return file.depth == depth ? .mainFiles : .support
    case .support: return .support
    }
  }

  /// Returns the manifests of `group` with a version or build number.
  ///
  /// - Parameter condition: Whether to parse a file, decided from its bytes.
  /// - Throws: `ManifestError` for an unreadable main file, such as a project with merge conflicts; other unreadable
  ///   files are skipped. Errors of `files`.
  mutating func manifests(of group: Group, where condition: (SourceText) -> Bool = { _ in true }) throws -> [Found] {
    var found: [Found] = []
    for (rank, path) in matches[group] ?? [] where try files.isSmallEnough(path) {
      if group == .beside {
        guard let source = try? files.source(at: path), condition(source) else { continue }
      }
      if path.isXcodeProjectFile, let source = try? files.source(at: path), XcodeProject.isPlaceholder(source) {
        continue
      }
      let manifest = rules[rank].manifest(path, names)
      let sites = try sites(of: manifest, isMainFile: group == .mainFiles)
      if group == .mainFiles { unreadable += sites.filter(\.isUnreadableVersion) }
      found.append(contentsOf: reading(of: manifest, sites, rank: rank).map { [$0] } ?? [])
    }
    return found
  }

  /// Returns the manifest with its sites that no earlier manifest has; nil without any.
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
        manifest: manifest, options: options,
        sites: sites.map { site in
          // A project may include it.
          FileLocation.isGenerated(site.place.path)
            ? site.with(role: .dependency) : role.map(site.with(role:)) ?? site
        },
        found: found))
  }

  private func sites(of manifest: any Manifest, isMainFile: Bool) throws -> [VersionSite] {
    do {
      return try manifest.versionSites(in: files)
    } catch let error as ManifestError {
      // A template of a specification may be invalid YAML; its lines are named as those of other texts.
      let isTemplate =
        manifest is YAMLManifest && (try? files.source(at: manifest.path))?.mergeConflict() == nil
      guard isMainFile, error.isAboutContent, !isTemplate else { return [] }
      throw error
    } catch let error as TextError {
      guard isMainFile else { return [] }
      throw error
    }
  }
}

extension VersionSite {
  /// Whether the value is valid for its kind.
  fileprivate var isRead: Bool {
    switch kind {
    case .version: version != nil
    case .build: (try? BuildNumber(value)) != nil
    }
  }

  /// Whether it is in the place of the product's version, and has the shape of one, such as `1.2.3.4.5`.
  fileprivate var isUnreadableVersion: Bool {
    kind == .version && role == .product && version == nil && value.utf8.first?.isDigit == true
      && value.utf8.contains(UInt8(ascii: "."))
  }
}

extension ManifestError {
  /// Whether the file itself is invalid, and not just without the requested item.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .malformed, .notEditable: true
    case .missing, .notFound, .ambiguous, .wrongCount, .unusableOption, .doesNotFit, .notReadBack: false
    }
  }
}

extension RelativePath {
  /// The names of the files that XcodeGen and Tuist generate an Xcode project from, beside them.
  package static let projectSpecifications: Set = ["project.yml", "project.yaml", "Project.swift"]
}

extension ListedFile {
  /// Whether it is the file inside an `.xcodeproj`.
  var isProjectFile: Bool { name.hasPrefix("project.") && path.isXcodeProjectFile }
}
