import MartletCore
import MartletManifests
import TestSupport

/// A project of a few texts, and what the resolver makes of it.
protocol ResolvingVersions {}

extension ResolvingVersions {
  func files(_ texts: [String: String]) -> MemoryFiles {
    MemoryFiles(texts.compactMap { path, text in RelativePath(path).map { SourceText(path: $0, text: text) } })
  }

  /// - Parameter released: The files at the newest release.
  func survey(
    _ texts: [String: String], _ tags: ReleaseTags, since released: [String: String]? = nil, project: String = "CoolKit"
  ) throws -> VersionSurvey {
    let names = try ProjectNames(project: project, repositories: ["https://github.com/cool/CoolKit"], in: files(texts))
    return try VersionResolver(names: names, tags: tags).survey(
      of: files(texts), since: released.map { files($0) }, for: .edits)
  }

  /// The tags of a project with one release, or only a pre-release.
  func tags(_ tag: String?) throws -> ReleaseTags {
    let version = try tag.map { try Version($0) }
    return ReleaseTags(
      newest: version, released: version?.isPrerelease == true ? nil : version, releases: try [Version("2.4.0")],
      names: [version].compactMap(\.self).map { .init(version: $0, tag: "v\($0)", day: "2026-11-01") })
  }

  /// The version, and `path value` of all that a bump raises.
  func raised(
    _ texts: [String: String], tag: String? = nil, since released: [String: String]? = nil
  ) throws -> [String] {
    let survey = try survey(texts, tags(tag), since: released)
    guard let current = try survey.version() else { return ["none"] }
    return [current.description]
      + survey.readings.flatMap(\.sites).filter { $0.kind == .version && $0.follows(current) }
      .map { "\($0.place.path):\($0.place.line) \($0.value)" }
  }

  /// `path value` of all that a bump names and leaves.
  func named(_ texts: [String: String], tag: String) throws -> [String] {
    let survey = try survey(texts, tags(tag))
    return try survey.edits(raising: survey.version(), to: Version("99.0.0"), in: files(texts)).left
      .map { "\($0.place.path):\($0.place.line) \($0.value)" }
  }

  static func plist(_ version: String) -> String {
    "<plist><dict>\n<key>CFBundleShortVersionString</key>\n<string>\(version)</string>\n</dict></plist>\n"
  }
  static func podspec(_ version: String) -> String { "Pod::Spec.new do |s|\n  s.version = '\(version)'\nend\n" }
}
