import Lanes
import MartletCore

/// The files that become assets of a release or are listed with their checksums, in the order in which a step names them.
struct AssetList {
  private(set) var artifacts: [Artifact] = []
  private let draft: Draft
  private let release: ReleaseDraft?

  /// - Parameters:
  ///   - assets: Patterns of paths, or ids of steps that make files; nil: all files that the run makes for a release, and
  ///     those that were built elsewhere and are not in an archive that it makes.
  ///   - release: The release that they are for, whose forge limits their names and sizes; nil: no limits.
  ///   - excluded: Whether to leave out the file at a path.
  /// - Throws: `MissingFile`; `Failure.emptyAsset`, `.repeatedAsset`, `.badPath`; what the forge would refuse.
  init(
    _ assets: [Template]?, for release: ReleaseDraft? = nil, in draft: Draft,
    excluding excluded: (String) -> Bool = { _ in false }
  ) throws {
    (self.draft, self.release) = (draft, release)
    if let assets {
      for text in try assets.map(draft.text(of:)) {
        try append(artifacts(named: text).filter { !excluded($0.path) })
      }
    } else {
      try appendAll(excluding: excluded)
    }
  }

  /// Whether every file is there.
  var isComplete: Bool { artifacts.allSatisfy { $0.contents != nil } }

  private mutating func appendAll(excluding excluded: (String) -> Bool) throws {
    for path in draft.builtFiles {
      // An absolute path is that of a file that was built elsewhere.
      let found = try path.hasPrefix("/") ? [artifact(at: path)].compactMap(\.self) : artifacts(named: path)
      try append(found.filter { !excluded($0.path) })
    }
    let supplied = try draft.workspace.suppliedArtifacts()?.paths(matching: "*") ?? []
    try append(supplied.filter { !excluded($0) && !draft.packs($0) }.compactMap(artifact(at:)))
  }

  private mutating func append(_ found: [Artifact]) throws {
    for artifact in found where !artifacts.contains(artifact) {
      if let other = artifacts.first(where: { $0.name == artifact.name }) {
        throw Failure.repeatedAsset(other.path, artifact.path, name: artifact.name)
      }
      artifacts.append(artifact)
    }
  }

  private func artifacts(named text: String) throws -> [Artifact] {
    let own = try projectArtifacts(named: text)
    guard own.isEmpty else { return own }
    let supplied = try draft.workspace.suppliedArtifacts()
    let found = try supplied?.paths(matching: text).compactMap(artifact(at:)) ?? []
    guard found.isEmpty else { return found }
    guard draft.awaitsCommand else {
      throw MissingFile(text, besides: supplied?.folder)
    }
    return [Artifact(name: text.lastPart, path: text, contents: nil)]
  }

  /// The files in the project, or those that the run writes there.
  private func projectArtifacts(named text: String) throws -> [Artifact] {
    if let paths = draft.output("path", ofStep: text) {
      return try paths.split(separator: "\n").compactMap { try artifact(at: String($0)) }
    }
    guard let pattern = PathPattern(text) else { throw Failure.badPath(text) }
    let paths = try paths(matching: pattern)
    // A command that has not run may write them again, and more of them.
    if draft.awaitsCommand, !paths.isEmpty, pattern.path.map({ draft.keepsFile(at: $0.string) }) != true {
      return [Artifact(name: text.lastPart, path: text, contents: nil)]
    }
    return try paths.compactMap(artifact(at:))
  }

  /// The paths of the files that exist, or that the run exports or has copies of.
  private func paths(matching pattern: PathPattern) throws -> [String] {
    if let path = pattern.path { return try draft.artifact(at: path.string) == .missing ? [] : [path.string] }
    let own = draft.awaitedArchives.compactMap { RelativePath($0) } + draft.keptPaths
    let found = try pattern.folder.map(draft.workspace.filePaths(below:)) ?? draft.workspace.filePaths()
    return Set((found + own).filter(pattern.matches)).sorted().map(\.string)
  }

  /// Reads the file, if its name and size show that the forge accepts it.
  private func artifact(at path: String) throws -> Artifact? {
    let contents: ArtifactContents?
    switch try draft.artifact(at: path) {
    case .known(let planned):
      try check(path, size: planned.size)
      contents = planned
    case .present(let size):
      try check(path, size: size)
      contents = try draft.workspace.artifact(at: path)
    case .awaited: contents = nil
    case .missing: return nil
    }
    return Artifact(name: path.lastPart, path: path, contents: contents)
  }

  private func check(_ path: String, size: Int) throws {
    guard size > 0 else { throw Failure.emptyAsset(path) }
    guard let release else { return }
    let file = AssetFile(name: path.lastPart, path: path, size: size)
    if let problem = try draft.workspace.problem(with: release, assets: [file]) { throw problem }
  }
}

extension String {
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension Failure {
  static func emptyAsset(_ path: String) -> Failure {
    Failure("the file `\(path)` is empty, expected something to upload", hint: "build it again")
  }

  static func repeatedAsset(_ first: String, _ second: String, name: String) -> Failure {
    Failure(
      "`\(first)` and `\(second)` would both be the asset `\(name)`",
      hint: "give one of the files another name")
  }
}
