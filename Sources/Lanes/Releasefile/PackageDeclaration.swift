import MartletCore

/// One of several packages of a repository, each with its own version.
package struct PackageDeclaration: Sendable, Equatable {
  package let name: String
  /// The paths of its files: commits that change none of them do not count for it. Empty: everything.
  package var paths: [PathPattern] = []
  /// The files with its version; nil: they are found in its folder. Empty: the version is only in tags.
  package var manifests: [ManifestDeclaration]?
  package var tagFormat: TagFormat
  /// Nil: `CHANGELOG.md` in the folder of its first path.
  package var changelog: RelativePath?
  /// The packages that it depends on: when one of them gets a new version, so does this one.
  package var dependencies: [String] = []

  /// Creates a package with tags such as `core/1.5.0`.
  package init(name: String) {
    self.name = name
    tagFormat = TagFormat("\(name)/${version}") ?? .plain
  }

  /// The part of its first path before any wildcard; nil: the repository's root.
  package var folder: RelativePath? { paths.first.flatMap { $0.path ?? $0.folder } }
}

extension Releasefile {
  package func package(named name: String) -> PackageDeclaration? { packages.first { $0.name == name } }

  /// Returns this Releasefile for one package: the project is the package.
  func focused(on package: PackageDeclaration) -> Releasefile {
    var file = self
    file.project = package.name
    file.tagFormat = package.tagFormat
    // Without manifests, those below its folder are found.
    let isInTags = package.manifests?.isEmpty ?? (package.folder == nil)
    file.manifests = isInTags ? [] : package.manifests
    file.versionSource = isInTags ? .tag : .manifests
    file.changelog.file =
      package.changelog ?? package.folder.flatMap { RelativePath("\($0)/CHANGELOG.md") } ?? RelativePath("CHANGELOG.md")
    return file
  }

  /// The packages ordered by dependencies, then by the order in the file.
  ///
  /// - Returns: nil for circular dependencies.
  package var packagesInOrder: [PackageDeclaration]? {
    var ordered: [PackageDeclaration] = []
    var left = packages
    while !left.isEmpty {
      let names = Set(left.map(\.name))
      guard let index = left.firstIndex(where: { names.isDisjoint(with: $0.dependencies) }) else { return nil }
      ordered.append(left.remove(at: index))
    }
    return ordered
  }
}
