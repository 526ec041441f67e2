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
  /// The bundle id in the Appfile, if it has one for all lanes.
  package var app: String?
  /// Whether a file such as the Appfile has values for single lanes, which `fastlane run` does not read.
  package var hasFilesForLanes = false
  package var hasDeliverfile = false
  /// The repository on GitHub, as `OWNER/NAME`.
  package var repository: String?
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
    repository = try draft.forge().flatMap { $0.forge == .github ? $0.repository : nil }
    func text(_ path: RelativePath?) throws -> String? {
      try path.flatMap { try draft.source(at: $0) }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    // Bundler searches the folder of the project and those above it.
    var place = folder
    repeat {
      usesBundler = try text(RelativePath(place.map { "\($0)/Gemfile" } ?? "Gemfile"))?.contains("fastlane") == true
      guard let current = place else { break }
      place = current.parent
    } while !usesBundler
    if let appfile = try path.sibling("Appfile").flatMap({ try draft.source(at: $0) }) {
      app = Self.app(in: RubyCode(appfile))
    }
    hasFilesForLanes = try ["Appfile", "Gymfile", "Scanfile"].contains { name in
      let text = try text(path.sibling(name)) ?? ""
      return text.contains("for_lane") || text.contains("for_platform")
    }
    hasDeliverfile = try text(path.sibling("Deliverfile")) != nil
    setsVariables = try [".env", ".env.default", "../.env", "../.env.default"].contains {
      try text(path.sibling($0)) != nil
    }
    let actions = path.sibling("actions/x.rb")?.parent
    customActions = Set(
      try draft.filePaths().filter { $0.parent == actions && $0.pathExtension == "rb" }.map {
        String($0.lastComponent.dropLast(3))
      })
  }

  /// `app_identifier "com.example.app"`, unless it is in a block for a lane.
  private static func app(in code: RubyCode) -> String? {
    let calls = code.statements(in: code.all).compactMap(code.call)
    let apps = calls.filter { $0.name == "app_identifier" }
    guard apps.count == 1, let value = apps[0].arguments.first?.value, calls.allSatisfy({ $0.block == nil }),
      value.count == 1,
      case .string(let pieces) = code.tokens[value.lowerBound].kind, case .text(let id)? = pieces.first,
      pieces.count == 1
    else { return nil }
    return id.contains("$") ? nil : id
  }

  /// The files of a project that `agvtool` raises.
  var isXcode: Bool {
    (versionFiles + buildFiles).contains { ["pbxproj", "plist", "xcconfig"].contains($0.pathExtension) }
  }

  /// The projects with the numbers.
  var xcodeprojs: [RelativePath] {
    Set((versionFiles + buildFiles).filter { $0.pathExtension == "pbxproj" }.compactMap(\.parent)).sorted()
  }

  /// The path in the repository of one in an argument, which is relative to the project's folder.
  func path(_ text: String) -> RelativePath? { RelativePath("\(folder.map { "\($0)/" } ?? "")x")?.sibling(text) }
}
