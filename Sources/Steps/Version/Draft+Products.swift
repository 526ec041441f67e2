import Lanes
import MartletBuildSettings
import MartletCore
import MartletManifests

/// What a release ships, and whether it shows the version: the one answer for `bump`, `check`, `ensure: consistent` and
/// `upload_build`.
extension Draft {
  /// Returns the apps of the project that show `version`, with what Apple ties to them.
  ///
  /// - Throws: `ManifestError` for a project that cannot be read, and for an unknown target in `products`.
  package func releasedProducts(at version: Version?) throws -> ReleasedProducts {
    try ReleasedProducts(
      of: productProjects(), at: version, after: earlierVersions(), except: Set(releasefile.products.map(\.target)),
      in: self)
  }

  /// The released versions of a project without a Swift package or a pod, whose app is then the product.
  private func earlierVersions() throws -> [Version] {
    guard releasefile.manifests == nil, releasefile.versionSource == .manifests, package == nil,
      try !filePaths().contains(where: {
        $0.string == "Package.swift" || $0.string.hasSuffix(".podspec") && $0.depth == 1
      })
    else { return [] }
    return try releases().map(\.version)
  }

  /// Returns what contradicts the version in the apps: errors for the configuration that is shipped, warnings for others.
  package func productProblems() throws -> [Diagnostic] {
    let version = try? version()
    let products = try releasedProducts(at: version)
    let specifications = try ["project.yml", "project.yaml"].compactMap { RelativePath($0, in: package?.folder) }
      .filter { try source(at: $0) != nil }
    return try specifications.flatMap { try YAMLManifest(path: $0).inertSettings(in: self) }
      + products.problems(of: .version, expecting: version.map(\.appleTexts))
      + products.problems(of: .build, expecting: nil)
  }

  /// Returns the folders `X.xcodeproj` of the product, without those of tests, examples and dependencies: in the folder of the
  /// current package, and those that the Releasefile declares.
  private func productProjects() throws -> [RelativePath] {
    let declared = (releasefile.manifests ?? []).filter { $0.keyword == XcodeprojManifest.keyword }.map(\.path)
      .filter { FileLocation(of: $0) == .product }
    guard package == nil || package?.folder != nil else { return declared }
    let paths = try listed(ListingKey.projects) { $0.filter(\.isInProject) }.below(package?.folder).filter { path in
      FileLocation(of: path) == .product
    }
    let found = Set(paths.compactMap(\.xcodeProject))
    try refuseUnreadable(Set(paths.compactMap(\.enclosingProject)).subtracting(found))
    return try found.union(declared).sorted().filter { try !XcodeprojManifest(path: $0).isPlaceholder(in: self) }
  }

  private enum ListingKey: Hashable { case projects }

  /// Refuses folders `X.xcodeproj` that have files, but no project: what cannot be read is not absent. One that git ignores, or that
  /// XcodeGen or Tuist generates, is made by each build.
  private func refuseUnreadable(_ projects: Set<RelativePath>) throws {
    for project in projects.sorted() {
      let isGenerated = try RelativePath.projectSpecifications.compactMap { RelativePath($0, in: project.parent) }
        .contains { try source(at: $0) != nil }
      guard !isGenerated, try project.xcodeProjectFiles.allSatisfy({ try !workspace.isIgnored($0) }) else { continue }
      throw ManifestError.notEditable(
        project, problem: "has no project file, expected `project.pbxproj` or `project.xcproj`",
        hint: "restore the file, or remove the folder with `git rm -r \(project.string.shellWord)`")
    }
  }

  /// Returns the effects that make `edits`, in byte order of the paths.
  func writes(_ edits: [RelativePath: [TextEdit]]) throws -> [Effect] {
    try edits.sorted { $0.key < $1.key }.compactMap { path, edits in
      guard let source = try source(at: path) else { return nil }
      return .writeFile(FileWrite(from: source, to: try source.applying(edits)))
    }
  }
}

extension Version {
  /// The texts of the version in an app: the numbers, or all of it where a project has always written that.
  var appleTexts: [String] { [(try? AppleVersionRule.marketingVersion(of: self)) ?? description, description] }
}

extension ReleasedProducts {
  /// Returns a remark for each file and value among `sites`, with its line numbers; none for targets that are declared to have
  /// another version.
  func remarks(onUnchanged sites: [VersionSite]) -> [String] {
    let excepted = exceptedPlaces
    var groups: [(path: RelativePath, value: String, lines: [Int])] = []
    for site in sites where !excepted.contains(site.place) {
      let place = site.place
      if let index = groups.firstIndex(where: { $0.path == place.path && $0.value == site.value }) {
        groups[index].lines.append(place.line)
      } else {
        groups.append((place.path, site.value, [place.line]))
      }
    }
    return groups.map { "unchanged: \($0.value) in \($0.path):\($0.lines.map(String.init).joined(separator: ","))" }
  }
}

extension RelativePath {
  /// The folder `X.xcodeproj` that the file is in; nil for others.
  fileprivate var enclosingProject: RelativePath? {
    var folder = parent
    while let inner = folder, inner.pathExtension != "xcodeproj" { folder = inner.parent }
    return folder
  }

  /// Whether it is in a folder `X.xcodeproj`.
  fileprivate var isInProject: Bool {
    var text = string
    return text.withUTF8 { bytes in
      bytes.indices.contains { bytes[$0] == UInt8(ascii: ".") && bytes[$0...].starts(with: ".xcodeproj/".utf8) }
    }
  }
}
