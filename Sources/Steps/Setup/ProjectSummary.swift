import Lanes
import MartletBuildSettings
import MartletCore
import MartletManifests

/// A summary of a project, from its files and tags.
package struct ProjectSummary {
  /// A feature of the project and its place.
  package struct Feature: Equatable {
    package let name: String
    package let place: String
  }

  package let features: [Feature]

  package init(of draft: Draft) throws {
    let paths = try draft.filePaths()
    var features = try Self.package(in: draft)
    features += Self.projects(among: paths) + Self.files(among: paths)
    features += try Self.version(in: draft)
    features += try Self.tags(in: draft)
    self.features = features
  }

  private static func package(in draft: Draft) throws -> [Feature] {
    guard let path = RelativePath(PackageDescription.fileName), let source = try draft.source(at: path) else {
      return []
    }
    let package = PackageDescription(source)
    let names = package.productNames.map { "`\($0)`" }.joined(separator: ", ")
    let kind = package.hasExecutable ? "Swift package with a tool" : "Swift package"
    return [Feature(name: kind, place: names.isEmpty ? path.string : "\(path): \(names)")]
  }

  /// Xcode projects near the root; deeper ones are usually examples.
  private static func projects(among paths: [RelativePath]) -> [Feature] {
    let projects = paths.filter { $0.isXcodeProjectFile && $0.components.count <= 3 }
    return projects.compactMap(\.parent).map { Feature(name: "Xcode project", place: $0.string) }
  }

  /// Returns the tools that known file names indicate.
  private static func files(among paths: [RelativePath]) -> [Feature] {
    var features = paths.compactMap { path in
      names.first { $0.0 == path.string }.map { Feature(name: $0.1, place: path.string) }
    }
    for path in paths where path.components.count == 1 && path.string.hasSuffix(".podspec") {
      features.append(Feature(name: "CocoaPods", place: path.string))
    }
    features += paths.filter(Fastfile.isFastfile).map { Feature(name: "fastlane", place: $0.string) }
    for (folder, name) in folders where paths.contains(where: { $0.string.hasPrefix("\(folder)/") && isPipeline($0) }) {
      features.append(Feature(name: name, place: folder))
    }
    return features
  }

  private static func isPipeline(_ path: RelativePath) -> Bool {
    [".yml", ".yaml", ".sh"].contains { path.string.hasSuffix($0) }
  }

  private static let names: [(String, String)] =
    [("project.yml", "XcodeGen"), ("Project.swift", "Tuist")]
    + [(".travis.yml", "Travis CI")] + ciFiles.filter { !$0.0.hasSuffix("/") }

  private static let folders = ciFiles.filter { $0.0.hasSuffix("/") }.map { (String($0.0.dropLast()), $0.1) }

  private static let ciFiles = CISystem.all.flatMap { system in system.configuration.map { ($0, system.name) } }

  private static func version(in draft: Draft) throws -> [Feature] {
    guard let survey = try? draft.survey(for: .version) else { return [] }
    let sites = survey.productSites
    guard !sites.isEmpty, let version = try? survey.version() else { return [] }
    let files = Set(sites.flatMap(\.pieces).map(\.path)).sorted().map(\.string)
    let more = files.count > 3 ? ", and \(files.count - 3) more" : ""
    return [Feature(name: "version \(version)", place: files.prefix(3).joined(separator: ", ") + more)]
  }

  /// Returns the version tags, unless some may be missing.
  private static func tags(in draft: Draft) throws -> [Feature] {
    guard let releases = try? draft.releases(), let highest = try? draft.newestTaggedVersion(),
      let name = releases.first(where: { $0.version.hasSamePrecedence(as: highest) })?.tag
    else { return [] }
    let count = releases.count
    let others = releases.filter { highest.precedes($0.version) && !$0.version.isPrerelease }
    let other = others.max { $0.version.sortsBefore($1.version) }
    return [
      Feature(
        name: count == 1 ? "1 tag" : "\(count) tags",
        place: "up to `\(name)`\(other.map { ", and `\($0.tag)` on another branch" } ?? "")")
    ]
  }
}
