import Lanes
import MartletBuildSettings
import MartletCore

/// The files with build settings that match patterns.
struct SettingsFiles {
  /// Each file after the files that it includes, so that their new values are known.
  let xcconfigs: [RelativePath]
  /// The folders `X.xcodeproj`, in byte order.
  let projects: [RelativePath]

  /// Searches the files that git does not ignore, and all files below the folder that a pattern begins with.
  ///
  /// - Throws: `Failure.badPath`, and `.noSettingsFile` for a pattern without a match.
  init(matching patterns: [String], in draft: Draft) throws {
    let shown = Set(try draft.filePaths().compactMap(\.settingsFile))
    var found: Set<RelativePath> = []
    for text in patterns {
      guard let pattern = PathPattern(text) else { throw Failure.badPath(text) }
      let matches = try Self.candidates(for: pattern, shown: shown, in: draft).filter(pattern.matches)
      guard !matches.isEmpty else {
        if let path = pattern.path, draft.awaitsCommand { _ = try draft.projectSource(at: path) }
        throw Failure.noSettingsFile(text)
      }
      found.formUnion(matches)
    }
    projects = found.filter { $0.pathExtension == "xcodeproj" }.sorted()
    var loader = XcconfigLoader()
    xcconfigs = try found.filter { $0.pathExtension == "xcconfig" }
      .map { (path: $0, fileCount: try loader.load($0, in: draft)?.files.count ?? 0) }
      .sorted { ($0.fileCount, $0.path) < ($1.fileCount, $1.path) }
      .map(\.path)
  }

  private static func candidates(
    for pattern: PathPattern, shown: Set<RelativePath>, in draft: Draft
  ) throws -> Set<RelativePath> {
    if let path = pattern.path {
      switch path.pathExtension {
      case "xcconfig": return try draft.source(at: path) == nil ? [] : [path]
      case "xcodeproj":
        return try path.xcodeProjectFiles.contains { try draft.source(at: $0) != nil } ? [path] : []
      default: return []
      }
    }
    guard let folder = pattern.folder else { return shown }
    return shown.union(try draft.workspace.filePaths(below: folder).compactMap(\.settingsFile))
  }
}

extension RelativePath {
  /// The `.xcconfig` file, or the project that contains this project file; nil for other files.
  fileprivate var settingsFile: RelativePath? { pathExtension == "xcconfig" ? self : xcodeProject }
}

extension Failure {
  static func noSettingsFile(_ pattern: String) -> Failure {
    Failure(
      "`\(pattern)` matches no `.xcconfig` file and no `.xcodeproj`",
      hint: pattern.hasPrefix("*")
        ? "to match ignored files, begin the pattern with a folder, such as `Pods/**/*.xcconfig`"
        : nil)
  }
}
