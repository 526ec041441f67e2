import TextEditing
import Versioning

/// One of several packages of a repository, each with a version of its own.
package struct PackageDeclaration: Sendable, Equatable {
  package let name: String
  /// What belongs to it: a commit that changes none of these is none of its own. Empty: everything.
  package var paths: [PathPattern] = []
  /// Where its version is written; nil when it lives in its tags alone.
  package var manifests: [ManifestDeclaration]?
  package var tagFormat: TagFormat
  /// Nil: `CHANGELOG.md` in the folder of its first path.
  package var changelog: RelativePath?
  /// The packages that it is built on: when one of them gets a new version, so does this one.
  package var dependencies: [String] = []

  /// A package with tags such as `core/1.5.0`.
  package init(name: String) {
    self.name = name
    tagFormat = TagFormat("\(name)/${version}") ?? .plain
  }

  /// The first of its paths, as far as that is written without wildcards; nil: the repository's root.
  package var folder: RelativePath? { paths.first.flatMap { $0.path ?? $0.folder } }
}

extension Releasefile {
  package func package(named name: String) -> PackageDeclaration? { packages.first { $0.name == name } }

  /// This file as it reads for one package alone: the project is the package.
  func focused(on package: PackageDeclaration) -> Releasefile {
    var file = self
    file.project = package.name
    file.tagFormat = package.tagFormat
    file.manifests = package.manifests ?? []
    file.versionSource = package.manifests == nil ? .tag : .manifests
    file.changelog.file =
      package.changelog ?? package.folder.flatMap { RelativePath("\($0)/CHANGELOG.md") } ?? RelativePath("CHANGELOG.md")
    return file
  }

  /// The packages so that each stands behind those that it depends on, otherwise in the order of the file.
  ///
  /// - Returns: nil when some depend on each other in a circle.
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
