import MartletCore

/// The files that the project search treats as manifests of a format.
package struct CandidateRule: Sendable {
  /// The weight of the version in a file of the rule.
  package enum Weight: Sendable {
    /// It contains the product's version in any folder.
    case anywhere
    /// It contains the version where no other file of the rule is nearer to the root.
    case outermost
    /// It contains the version in the root; in other folders it counts as support.
    case atRoot
    /// It repeats the version for another tool, and decides if no main file does.
    case support
  }

  let weight: Weight
  let matches: @Sendable (ListedFile, ProjectNames) -> Bool
  let manifest: @Sendable (RelativePath, ProjectNames) -> any Manifest

  package init(
    _ weight: Weight, where matches: @escaping @Sendable (ListedFile, ProjectNames) -> Bool,
    manifest: @escaping @Sendable (RelativePath, ProjectNames) -> any Manifest
  ) {
    self.weight = weight
    self.matches = matches
    self.manifest = manifest
  }

  /// The rules in the order in which their manifests are listed; of two that find the same bytes, the first wins.
  package static let all = [
    CandidateRule(.outermost, where: { file, _ in file.isProjectFile }) { path, _ in
      XcodeprojManifest(path: path.parent ?? path)
    },
    CandidateRule(.outermost, where: { file, _ in ["project.yml", "project.yaml"].contains(file.name) }) {
      path, _ in YAMLManifest(path: path)
    },
    CandidateRule(.outermost, where: { file, _ in file.name == "Project.swift" }) { path, names in
      SwiftManifest.found(at: path, products: names.products)
    },
    // Tuist's own code, which Project.swift calls.
    CandidateRule(
      .anywhere, where: { file, _ in file.folderName == "ProjectDescriptionHelpers" && file.ending == "swift" }
    ) { path, names in SwiftManifest.found(at: path, products: names.products) },
    CandidateRule(
      .atRoot,
      where: { file, _ in file.ending == "podspec" || file.name.hasSuffix(".podspec.json") }
    ) { path, _ in PodspecManifest(path: path) },
    CandidateRule(.anywhere, where: { file, names in file.isSwiftSource && names.isVersionFile(file) }) { path, names in
      SwiftManifest.found(at: path, products: names.products)
    },
    // Where an Xcode project uses it, the project has found it before.
    CandidateRule(.support, where: { file, _ in file.name.hasSuffix("Info.plist") }) { path, _ in
      PlistManifest(path: path)
    },
    CandidateRule(.support, where: { file, _ in file.ending == "xcconfig" }) { path, _ in
      XcconfigManifest(path: path)
    },
    CandidateRule(.support, where: { file, _ in file.isAtRoot && file.name == "package.json" }) { path, _ in
      JSONManifest(path: path)
    },
    CandidateRule(.support, where: { file, _ in file.isAtRoot && file.name == YAMLManifest.dart }) { path, _ in
      YAMLManifest(path: path)
    },
    CandidateRule(.support, where: { file, _ in GradleManifest.isScript(file.name) }) { path, _ in
      // The version is found as that of other files.
      GradleManifest(path: path, kinds: [.build])
    },
    CandidateRule(.support, where: { file, _ in file.isAtRoot && plainNames.contains(file.name.lowercased()) }) {
      path, _ in
      PlainManifest(path: path)
    },
    CandidateRule(.support, where: { file, _ in file.isAtRoot && envNames.contains(file.name.lowercased()) }) {
      path, _ in
      EnvManifest(path: path)
    },
    readme,
  ]

  static let readme = CandidateRule(
    .support, where: { file, _ in file.isAtRoot && file.name.lowercased() == "readme.md" }
  ) { path, names in
    ReadmeManifest(path: path, repositories: names.repositories, pods: names.pods, products: names.products)
  }

  private static let plainNames: Set = ["version", "version.txt", ".version"]
  private static let envNames: Set = ["makefile", ".env", "version.env", "dependencies.list"]
}

extension ListedFile {
  fileprivate var isAtRoot: Bool { folderName == nil }

  /// Whether it is Swift and not a manifest: Package.swift has no package version, and Project.swift has a rule.
  fileprivate var isSwiftSource: Bool {
    ending == "swift" && name != "Project.swift" && name != "Package.swift" && !name.hasPrefix("Package@swift-")
  }
}
