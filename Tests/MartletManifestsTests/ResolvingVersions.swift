import MartletCore
import MartletManifests
import TestSupport

/// A project of a few texts, and what the resolver makes of it.
protocol ResolvingVersions {}

extension ResolvingVersions {
  func files(_ texts: [String: String]) -> MemoryFiles {
    MemoryFiles(texts.compactMap { path, text in RelativePath(path).map { SourceText(path: $0, text: text) } })
  }

  func survey(
    _ texts: [String: String], _ tags: ReleaseTags, since released: [String: String]? = nil,
    after earlier: (version: String, texts: [String: String])? = nil, onBranches branches: [String] = [],
    project: String = "CoolKit"
  ) throws -> VersionSurvey {
    let names = try ProjectNames(project: project, repositories: ["https://github.com/cool/CoolKit"], in: files(texts))
    let before = try earlier.map { earlier in
      PastReleases.Earlier(version: try Version(earlier.version), files: files(earlier.texts)) {
        texts.keys.compactMap { RelativePath($0) }.sorted()
      }
    }
    return try VersionResolver(names: names, tags: tags).survey(
      of: files(texts),
      since: released.map { released in
        PastReleases(files: files(released), earlier: before) { try branches.map { try Version($0) } }
      },
      for: .everything)
  }

  /// The version, and `path value` of all that a bump raises.
  func raised(
    _ texts: [String: String], tag: String? = nil, since released: [String: String]? = nil,
    after earlier: (version: String, texts: [String: String])? = nil, onBranches branches: [String] = []
  ) throws -> [String] {
    let version = try tag.map { try Version($0) }
    let survey = try survey(
      texts,
      ReleaseTags(
        newest: version, released: version?.isPrerelease == true ? nil : version, releases: try [Version("2.4.0")]),
      since: released, after: earlier, onBranches: branches)
    guard let current = try survey.version() else { return ["none"] }
    return [current.description]
      + survey.readings.flatMap(\.sites).filter { $0.kind == .version && $0.follows(current) }
      .map { "\($0.place.path):\($0.place.line) \($0.value)" }
  }

  static func plist(_ version: String) -> String {
    "<plist><dict>\n<key>CFBundleShortVersionString</key>\n<string>\(version)</string>\n</dict></plist>\n"
  }
  static func podspec(_ version: String) -> String { "Pod::Spec.new do |s|\n  s.version = '\(version)'\nend\n" }
}
