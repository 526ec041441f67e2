import MartletBuildSettings
import MartletCore

/// The targets of Xcode projects, and what users see of each in every configuration.
///
/// Apple requires the version and build number of an app from what it ties to it: extensions, widgets, watch apps and App
/// Clips (ITMS-90473). Everything else may have its own.
package struct XcodeProducts: Sendable {
  /// What a target shows in one configuration.
  package struct Appearance: Sendable {
    package let configuration: String
    /// Whether this is what is shipped.
    package let isArchived: Bool
    package let version: [ShownValue]
    package let build: [ShownValue]
    /// `PRODUCT_BUNDLE_IDENTIFIER`; empty if it is not set.
    package let identifier: String
    /// `PRODUCT_NAME`, the name of the bundle.
    package let name: String

    package subscript(kind: VersionSite.Kind) -> [ShownValue] { kind == .version ? version : build }
  }

  package struct Target: Sendable {
    package let project: RelativePath
    package let name: String
    package let isApp: Bool
    /// In the order of the project.
    package let appearances: [Appearance]

    package var archived: [Appearance] { appearances.filter(\.isArchived) }
  }

  /// An app with the targets that Apple ties to it.
  package struct App: Sendable {
    package let target: Target
    package let tied: [Target]

    package var targets: [Target] { [target] + tied }
  }

  /// In the order of the projects.
  package let apps: [App]
  /// The other targets that make a product, without tests.
  package let others: [Target]

  /// - Parameter paths: The folders `X.xcodeproj`.
  /// - Throws: `ManifestError` for a project that cannot be read; errors of `files`.
  package init(of paths: [RelativePath], in files: some FileReading) throws {
    try self.init(of: paths, XcodeSchemes(in: files), in: files)
  }

  init(of paths: [RelativePath], _ schemes: XcodeSchemes, in files: some FileReading) throws {
    var (apps, others): ([App], [Target]) = ([], [])
    for path in paths {
      let project = try XcodeProject(path, in: files)
      let versions = try XcodeVersions(project, in: files)
      let main = project.targets.filter { $0.kind == .application }
      var tied: Set<Int> = []
      for app in main {
        let archived = schemes.archived(app, of: path)
        let inside = project.targets(tiedTo: app)
        tied.formUnion(inside.map(\.id))
        apps.append(
          App(
            target: try Target(app, of: path, versions, archived: archived),
            tied: try inside.map { try Target($0, of: path, versions, archived: archived) }))
      }
      others += try project.targets.filter { [.library, .embedded].contains($0.kind) && !tied.contains($0.id) }.map {
        try Target($0, of: path, versions, archived: schemes.archived($0, of: path))
      }
    }
    self.apps = apps
    self.others = others
  }
}

extension XcodeProducts.Target {
  fileprivate init(
    _ target: XcodeTarget, of project: RelativePath, _ versions: XcodeVersions, archived: Set<String>
  ) throws {
    self.project = project
    name = target.name
    isApp = target.kind == .application
    // Xcode builds the default configuration instead of one that a target does not have.
    let known = Set(target.configurations.all.map(\.name)).intersection(archived)
    let archived = known.isEmpty ? Set([target.configurations.release?.name].compactMap { $0 }) : known
    appearances = try versions.all.filter { $0.target.id == target.id }.map { resolved in
      XcodeProducts.Appearance(
        configuration: resolved.configuration, isArchived: archived.contains(resolved.configuration),
        version: try resolved.shown(.version), build: try resolved.shown(.build),
        identifier: try resolved.scope().string(of: "PRODUCT_BUNDLE_IDENTIFIER"),
        name: try resolved.scope().string(of: "PRODUCT_NAME"))
    }
  }

  /// Whether it shows `version` in a configuration. The value of a new target means nothing beside another spelling.
  package func shows(_ version: Version) -> Bool {
    let spellings = [version.description, version.core.description]
    return appearances.flatMap(\.version).contains { value in
      guard case .text(let text) = value.content, let own = try? Version(text) else { return false }
      return spellings.contains(text)
        || !own.isInitial && (own.hasSamePrecedence(as: version) || own.hasSamePrecedence(as: version.core))
    }
  }
}

extension XcodeProject {
  /// Returns the extensions, widgets, watch apps and App Clips in `app`, also those inside of each other.
  fileprivate func targets(tiedTo app: XcodeTarget) -> [XcodeTarget] {
    var found: [XcodeTarget] = []
    var open = [app]
    while let outer = open.popLast() {
      let inner = targets(embeddedIn: outer).filter { target in
        target.kind == .embedded && !found.contains { $0.id == target.id }
      }
      found += inner
      open += inner
    }
    return targets.filter { target in found.contains { $0.id == target.id } }
  }
}
