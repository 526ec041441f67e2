import Lanes
import MartletCore
import MartletManifests

/// What a translation needs to know of the project around a Fastfile.
package struct FastlaneProject {
  /// Where fastlane runs its actions: the folder above that of the Fastfile. Nil for the repository's root.
  package var folder: RelativePath?
  /// The files that a raise of the version writes.
  package var versionFiles: [RelativePath] = []
  /// The files that a raise of the build number writes.
  package var buildFiles: [RelativePath] = []
  /// The number of the version's components; nil if the version is unknown.
  package var versionLength: Int?
  /// Whether the build number is a whole number.
  package var hasIntegerBuild = false
  /// Whether a Gemfile has fastlane.
  package var usesBundler = false
  /// The names of the actions in `fastlane/actions`, which replace fastlane's own.
  package var customActions: Set<String> = []
  /// Whether a file such as `.env` sets variables, which are options of actions, or which commands read.
  package var setsVariables = false

  package init() {}

  /// - Parameter path: The path of the Fastfile.
  init(of draft: Draft, fastfile path: RelativePath) throws {
    folder = path.parent?.parent
    let survey = try draft.resolution(for: .edits)
    versionFiles = Set(survey.productSites.flatMap(\.pieces).map(\.path)).sorted()
    buildFiles = Set(survey.sites(of: .build).flatMap(\.pieces).map(\.path)).sorted()
    versionLength = (try? survey.version())?.components.count
    hasIntegerBuild = (try? survey.highestBuild()).flatMap { Int($0.text) } != nil
    // Bundler searches the folder of the project and those above it.
    usesBundler = try sequence(first: folder) { $0.map(\.parent) }.contains { folder in
      let gemfile = RelativePath(folder.map { "\($0)/Gemfile" } ?? "Gemfile")
      let bytes = try gemfile.flatMap { try draft.source(at: $0) }?.bytes
      return bytes.map { String(decoding: $0, as: UTF8.self).contains("fastlane") } == true
    }
    setsVariables = try [".env", ".env.default", "../.env", "../.env.default"].contains { name in
      try path.sibling(name).flatMap { try draft.source(at: $0) } != nil
    }
    let actions = path.sibling("actions/x.rb")?.parent
    let files = try draft.filePaths().filter { $0.parent == actions && $0.pathExtension == "rb" }
    customActions = Set(files.map { String($0.lastComponent.dropLast(3)) })
  }

  /// The projects with the numbers.
  var xcodeprojs: [RelativePath] {
    Set((versionFiles + buildFiles).filter { $0.pathExtension == "pbxproj" }.compactMap(\.parent)).sorted()
  }

  /// The path in the repository of one in an argument, which is relative to the project's folder.
  func path(_ text: String) -> RelativePath? { RelativePath("\(folder.map { "\($0)/" } ?? "")x")?.sibling(text) }
}
