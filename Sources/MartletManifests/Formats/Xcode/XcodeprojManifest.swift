import MartletBuildSettings
import MartletCore

/// An Xcode project with all sources of its targets' versions: settings of targets and of the project, base `.xcconfig`
/// files with their includes, and literal Info.plists.
///
/// Every literal is one site, even if it applies to several targets and configurations. It has the product role when it
/// is the value of a main target and agrees with the version that this target releases. Other literals have the role of
/// their target: app extension, test, example, or another value, as overridden ones.
package struct XcodeprojManifest: Manifest {
  package static let keyword = "xcodeproj"

  package let path: RelativePath
  private let targetNames: [String]?

  /// - Parameters:
  ///   - path: The folder `X.xcodeproj`.
  ///   - targets: The targets that are the product. Left out: the apps; in a project without any, what else makes a
  ///     product and is not a test. If these differ, the target with the project's name decides, otherwise most
  ///     of them.
  package init(path: RelativePath, targets: [String]? = nil) {
    self.path = path
    targetNames = targets
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let project = try XcodeProject(path, in: files)
    let named = try namedTargets(of: project)
    let versions = try XcodeVersions(project, in: files)
    let product = try Product(named ?? project.mainTargets, areNamed: named != nil, of: project, versions)
    let roles = project.roles
    var collection = SiteCollection()
    for kind in [VersionSite.Kind.version, .build] {
      for resolved in versions.all {
        let role = roles[resolved.target.id] ?? .otherValue
        try collectWinning(kind, of: resolved, as: role, for: product, into: &collection)
      }
      for resolved in versions.all {
        try collectOthers(kind, of: resolved, into: &collection)
      }
    }
    collectNamed(of: project, into: &collection)
    return collection.sites(first: project.source.path)
  }

  /// Whether its product is an app.
  ///
  /// - Throws: `ManifestError` for an unreadable project; errors of `files`.
  package func makesApp(in files: some FileReading) throws -> Bool {
    try XcodeProject(path, in: files).mainTargets.contains { $0.kind == .application }
  }

  /// Whether its project file is a placeholder, such as an empty one, or missing.
  package func isPlaceholder(in files: some FileReading) throws -> Bool {
    try path.xcodeProjectFiles.lazy.compactMap { try files.source(at: $0) }.first.map(XcodeProject.isPlaceholder)
      ?? true
  }

  func namedTargets(of project: XcodeProject) throws(ManifestError) -> [XcodeTarget]? {
    guard let targetNames else { return nil }
    for name in targetNames where !project.targets.contains(where: { $0.name == name }) {
      throw .notFound(path, what: "target", name: name, known: project.targets.map(\.name))
    }
    return project.targets.filter { targetNames.contains($0.name) }
  }

  /// Collects the values of the target, including those under conditions that depend on the build.
  private func collectWinning(
    _ kind: VersionSite.Kind, of resolved: XcodeVersions.Resolved, as role: VersionSite.Role, for product: Product,
    into collection: inout SiteCollection
  ) throws(BuildSettingsError) {
    let variants = try resolved.table.literals { conditionCase throws(BuildSettingsError) in
      try resolved.expansion(of: kind, in: conditionCase.parameters)
    }
    for (conditionCase, value, literals) in variants {
      collection.add(
        SiteCollection.Candidate(
          kind: kind, value: value, literals: literals, owner: resolved.label + conditionCase.label,
          role: product.releases(kind, resolved.target, value: value) ? .product : role))
    }
  }

  /// Collects literals that are overridden.
  private func collectOthers(
    _ kind: VersionSite.Kind, of resolved: XcodeVersions.Resolved, into collection: inout SiteCollection
  ) throws(BuildSettingsError) {
    let scope = SettingsScope(resolved.table, for: resolved.parameters)
    var expansions: [(owner: String, expansion: Expansion)] = []
    for (position, assignment) in resolved.table.assignments(of: kind.buildSetting) {
      let owner = resolved.table.levels[position.level].label + assignment.conditions.map(\.description).joined()
      expansions.append((owner, try scope.expansion(of: assignment, at: position)))
    }
    if let text = resolved.infoPlist?[kind.infoPlistKey] {
      expansions.append((resolved.label, try scope.expansion(of: text)))
    }
    for (owner, expansion) in expansions {
      guard let literals = expansion.versionLiterals else { continue }
      collection.addOverridden(
        SiteCollection.Candidate(
          kind: kind, value: expansion.string, literals: literals, owner: owner, role: .otherValue))
    }
  }

  /// Collects literals of other settings whose names mean a version: `DYLIB_CURRENT_VERSION`, `COOLKIT_VERSION`.
  private func collectNamed(of project: XcodeProject, into collection: inout SiteCollection) {
    let names = ProductNames([project.name] + project.targets.map(\.name))
    let owners =
      [("project", project.configurations)] + project.targets.map { ("target \($0.name)", $0.configurations) }
    for (owner, configurations) in owners {
      for configuration in configurations.all {
        for entry in configuration.settings?.entries ?? [] {
          guard let name = entry.key.string, !Self.known.contains(name), let isOwn = names.owns(name),
            isOwn || name == Self.compatibility, entry.value.kind == .string,
            let literal = VersionLiteral(.whole, at: 0..<entry.value.text.bytes.count, of: entry.value.text),
            let value = entry.value.string, let version = try? Version(value), version.components.count > 1
          else { continue }
          collection.addOverridden(
            SiteCollection.Candidate(
              kind: .version, value: value, literals: [literal], owner: "\(name) of \(owner), \(configuration.name)",
              role: isOwn ? .otherValue : .format))
        }
      }
    }
  }

  /// The settings that Xcode's rules are about.
  private static let known: Set = ["MARKETING_VERSION", "CURRENT_PROJECT_VERSION"]

  /// The lowest version of a library that a program needs, which few projects raise with each release.
  private static let compatibility = "DYLIB_COMPATIBILITY_VERSION"
}

extension XcodeVersions.Resolved {
  /// The target and configuration, for messages.
  var label: String { "target \(target.name), \(configuration)" }
}
