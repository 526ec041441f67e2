import Lanes
import TextEditing

/// The files that become assets of a release or are listed with their checksums, in the order in which a step names them.
struct AssetList {
  private(set) var artifacts: [Artifact] = []

  /// - Parameters:
  ///   - assets: Patterns of paths, or ids of steps that make files; nil: all files that the run makes for a release.
  ///   - excluded: Whether to leave out the file at a path.
  /// - Throws: `Failure.noAsset`, `.emptyAsset`, `.repeatedAsset`, `.badPath`.
  init(_ assets: [Template]?, in draft: Draft, excluding excluded: (String) -> Bool = { _ in false }) throws {
    for text in try assets?.map(draft.text(of:)) ?? draft.builtFiles {
      for artifact in try Self.artifacts(named: text, in: draft)
      where !artifacts.contains(artifact) && !excluded(artifact.path) {
        if let other = artifacts.first(where: { $0.name == artifact.name }) {
          throw Failure.repeatedAsset(other.path, artifact.path, name: artifact.name)
        }
        artifacts.append(artifact)
      }
    }
  }

  /// Whether every file is there.
  var isComplete: Bool { artifacts.allSatisfy { $0.contents != nil } }

  private static func artifacts(named text: String, in draft: Draft) throws -> [Artifact] {
    if let paths = draft.output("path", ofStep: text) {
      return try paths.split(separator: "\n").map { try artifact(at: String($0), in: draft) }
    }
    guard let pattern = PathPattern(text) else { throw Failure.badPath(text) }
    if let path = pattern.path { return try [artifact(at: path.string, in: draft)] }
    let planned = draft.awaitedArchives.compactMap { RelativePath($0) }
    let found = try pattern.folder.map(draft.workspace.filePaths(below:)) ?? draft.workspace.filePaths()
    let paths = Set((found + planned).filter(pattern.matches)).sorted()
    // A command that has not run may write more of them.
    if draft.awaitsCommand { return [Artifact(name: text.lastPart, path: text, contents: nil)] }
    guard !paths.isEmpty else { throw Failure.noAsset(text) }
    return try paths.map { try artifact(at: $0.string, in: draft) }
  }

  private static func artifact(at path: String, in draft: Draft) throws -> Artifact {
    switch try draft.artifact(at: path) {
    case .known(let contents):
      guard contents.size > 0 else { throw Failure.emptyAsset(path) }
      return Artifact(name: path.lastPart, path: path, contents: contents)
    case .awaited: return Artifact(name: path.lastPart, path: path, contents: nil)
    case .missing: throw Failure.noAsset(path)
    }
  }
}

extension String {
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension Failure {
  static func noAsset(_ path: String) -> Failure {
    Failure(
      "no file `\(path)`, expected one that exists or that an earlier step makes",
      hint: "build it in a step before this one, or correct the path in the Releasefile")
  }

  static func emptyAsset(_ path: String) -> Failure {
    Failure("the file `\(path)` is empty, expected something to upload", hint: "build it again")
  }

  static func repeatedAsset(_ first: String, _ second: String, name: String) -> Failure {
    Failure(
      "`\(first)` and `\(second)` would both be the asset `\(name)`",
      hint: "give one of the files another name")
  }
}
