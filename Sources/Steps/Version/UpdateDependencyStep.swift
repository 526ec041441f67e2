import Lanes
import MartletCore
import MartletManifests

/// Raises the version that the package manifests require of another package, for `martlet train`; it is not in the catalogue.
package struct UpdateDependencyStep: Step {
  package static let keyword = "update_dependency"
  package static let phase = StepPhase.proposal
  package static let summary =
    "Raises the version that `Package.swift` requires of another package. A requirement that is not lower stays the same."
  package static let parameters: [Parameter<Self>] = []

  package var package: Template = ""
  package var version: Template = ""

  package init() {}

  /// Creates a step that raises the requirement on `package` to `version`.
  package init(package: String, version: Version) {
    self.package = Template(text: package)
    self.version = Template(text: version.description)
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let name = try draft.text(of: package)
    let text = try draft.text(of: version)
    guard let version = try? Version(text), version.components.count == 3 else {
      throw Failure.badDependencyVersion(text)
    }
    var decision = Decision()
    for path in try manifests(dependingOn: name, in: draft) {
      let source = try draft.requiredSource(at: path)
      let edits = try PackageDescription(source).edits(ofDependency: name, to: version)
      guard !edits.isEmpty else { continue }
      decision.effects.append(.writeFile(FileWrite(from: source, to: try source.applying(edits))))
    }
    if decision.effects.isEmpty { decision.remarks.append("`\(name)` is required at \(version) or higher already") }
    return decision
  }

  private func manifests(dependingOn name: String, in draft: Draft) throws -> [RelativePath] {
    try draft.packageManifests { package in
      package.dependencies.contains { $0.identity == name.lowercased() }
    }
  }
}

extension Draft {
  /// Returns `Package.swift`, which must exist when it is read, and the version-specific manifests that `isIncluded`.
  func packageManifests(where isIncluded: (PackageDescription) -> Bool) throws -> [RelativePath] {
    let main = try path(PackageDescription.fileName)
    let others = try filePaths().filter { $0 != main && PackageDescription.isManifest($0) }
    return try [main]
      + others.filter { path in try source(at: path).map { isIncluded(PackageDescription($0)) } ?? false }
  }
}

extension Failure {
  static func badDependencyVersion(_ text: String) -> Failure {
    Failure("`\(text)` is not a version of three numbers, such as `1.4.0`")
  }
}
