import Archiving
import Lanes
import MartletCore
import SystemAPI

/// The files that a command has made for a release.
struct BuiltArtifacts {
  private let workspace: Workspace
  let paths: [RelativePath]

  /// Finds the files on the disk.
  ///
  /// - Throws: `Failure.noArtifact` for a pattern without a file, `.repeatedArtifact`.
  init(_ patterns: [String], in workspace: Workspace) throws {
    self.workspace = workspace
    var paths: [RelativePath] = []
    for text in patterns {
      guard let pattern = PathPattern(text) else { throw Failure.noArtifact(text) }
      let found = try Self.paths(matching: pattern, in: workspace)
      guard !found.isEmpty else { throw Failure.noArtifact(text) }
      for path in found where !paths.contains(path) {
        if let other = paths.first(where: { $0.lastComponent == path.lastComponent }) {
          throw Failure.repeatedArtifact(other, path)
        }
        paths.append(path)
      }
    }
    self.paths = paths
  }

  private static func paths(matching pattern: PathPattern, in workspace: Workspace) throws -> [RelativePath] {
    if let path = pattern.path { return try workspace.disk.byteCount(at: path) == nil ? [] : [path] }
    let found = try pattern.folder.map(workspace.filePaths(below:)) ?? workspace.filePaths()
    return found.filter(pattern.matches)
  }

  /// Hashes the files, and keeps a copy of each.
  ///
  /// - Throws: `Failure.oldArtifacts`, `.emptyArtifact`, `.brokenArchive`.
  func keep(in folder: RunFolder) throws -> [Artifact] {
    let files = try paths.map { try workspace.absoluteArtifactPath($0.string) }
    // The files of the last release may still be there.
    let old = zip(paths, files).filter { folder.isOlder($0.1) }.map(\.0)
    guard old.isEmpty else { throw Failure.oldArtifacts(old) }
    let artifacts = try Self.keep(paths.map(\.string), at: files, in: folder)
    for artifact in artifacts {
      guard let contents = artifact.contents, contents.size > 0 else { throw Failure.emptyArtifact(artifact.path) }
      try folder.checkArchive(artifact, holding: contents)
    }
    return artifacts
  }

  /// Hashes files that are there, and keeps a copy of each.
  ///
  /// - Parameters:
  ///   - paths: The paths from the root.
  ///   - files: The absolute paths.
  static func keep(_ paths: [String], at files: [String], in folder: RunFolder) throws -> [Artifact] {
    try zip(paths, files).map { path, file in
      guard let contents = try folder.keepArtifact(at: file) else { throw Failure.noArtifact(path) }
      return Artifact(name: path.split(separator: "/").last.map(String.init) ?? path, path: path, contents: contents)
    }
  }
}

extension RunFolder {
  /// Checks that the copy of `artifact` is an archive if its name is that of one.
  ///
  /// - Throws: `Failure.brokenArchive`.
  func checkArchive(_ artifact: Artifact, holding contents: ArtifactContents) throws {
    guard let format = ArchiveSignature(ofFileNamed: artifact.name),
      !format.matches(try FileEnds(of: artifactPath(of: contents.digest)))
    else { return }
    throw Failure.brokenArchive(artifact.path, format.name)
  }
}

extension FileEnds {
  /// Reads the file at an absolute path.
  fileprivate init(of path: String) throws {
    do throws(SystemError) {
      self.init(first: try Disk.firstBytes(Self.count, of: path), last: try Disk.lastBytes(Self.count, of: path))
    } catch {
      throw ExecutionError.cannotRead(path, code: error.code)
    }
  }
}

extension Failure {
  static func noArtifact(_ pattern: String) -> Failure {
    Failure(
      "no file matches `\(pattern)` of `artifacts` after the command ran",
      hint: "let the command write the file, or correct `artifacts` in the Releasefile")
  }

  static func oldArtifacts(_ paths: [RelativePath]) -> Failure {
    Failure(
      "\(paths.map(\.string).quotedList) \(paths.count == 1 ? "is" : "are") older than this run, "
        + "expected artifacts that it makes",
      hint: "let the command remove old files before it writes new ones, or name only the new ones in `artifacts`, "
        + "for example with `${version}`")
  }

  static func repeatedArtifact(_ first: RelativePath, _ second: RelativePath) -> Failure {
    Failure(
      "`\(first)` and `\(second)` would both be the artifact `\(first.lastComponent)`",
      hint: "give one of the files another name")
  }

  static func emptyArtifact(_ path: String) -> Failure {
    Failure("the command wrote nothing to `\(path)`, expected an artifact", hint: "correct the command")
  }

  static func brokenArchive(_ path: String, _ format: String) -> Failure {
    Failure(
      "`\(path)` has the name of a \(format) file, but is not a complete one",
      hint: "build it again, or correct the command that makes it"
    )
  }
}
