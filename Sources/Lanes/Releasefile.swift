import TextEditing
import Versioning

/// How a project is released, as its team declared it.
package struct Releasefile: Sendable, Equatable {
  /// Where a project's version lives.
  package enum VersionSource: String, Sendable, CaseIterable {
    case manifests
    /// In the tags alone, as for a pure package.
    case tag
  }

  /// The file; nil when there is none and defaults are used.
  package var source: SourceText?
  package var project: String?
  /// Nil: as the repository's tags are spelled.
  package var tagFormat: TagFormat?
  package var versionSource = VersionSource.manifests
  /// Nil: found by looking.
  package var manifests: [ManifestDeclaration]?
  /// Nil: the project has no configuration that Martlet knows of.
  package var environments: EnvironmentsDeclaration?
  /// How the next version follows from what has changed.
  package var releaseRules = ReleaseRules()
  package var changelog = ChangelogDeclaration()
  package var forge = ForgeDeclaration()
  /// Empty: the repository is one package. In the order of the file.
  package var packages: [PackageDeclaration] = []
  package var lifeCycle = LifeCycle()
  /// In the order of the file.
  package var lanes: [Lane] = []

  /// A project without a Releasefile.
  package init() {}

  package func lane(named name: String) -> Lane? { lanes.first { $0.name == name } }

  /// The lanes that may be run from the command line.
  package var publicLanes: [Lane] { lanes.filter { !$0.isPrivate } }

  /// The names under which the file is looked for, at the repository's root.
  package static let fileNames = ["Releasefile", "Releasefile.yml", "Releasefile.yaml"]
}
