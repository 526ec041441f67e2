import MartletBuildSettings
import MartletCore

/// A file path with its parts, computed once for all rules.
package struct ListedFile: Sendable {
  package let path: RelativePath
  package let name: String
  /// The part after the last dot of the name; nil when there is none.
  package let ending: String?
  package let location: FileLocation
  /// The name of its folder; nil in the root.
  let folderName: String?
  /// The number of components below the searched folder.
  let depth: Int

  init(_ path: RelativePath, _ location: FileLocation, in folderName: String?, depth: Int) {
    self.path = path
    self.depth = depth
    self.location = location
    self.folderName = folderName
    name = path.lastComponent
    ending = path.pathExtension
  }
}

/// A cached file list with the locations of the files, which manifests use repeatedly.
struct ListedFiles<Base: FileReading>: FileReading {
  private let base: Base
  private let paths: [RelativePath]
  /// All files that are searched.
  let located: [ListedFile]

  /// - Parameter root: The folder that is searched; nil for the project's.
  init(_ base: Base, below root: RelativePath?) throws {
    self.base = base
    paths = try base.filePaths()
    let outer = root?.depth ?? 0
    var folders: [RelativePath?: (name: String?, location: FileLocation)] = [:]
    located = paths.below(root).compactMap { path in
      let parent = path.parent
      let folder = folders[parent] ?? (parent == root ? nil : parent?.lastComponent, FileLocation(of: path))
      folders[parent] = folder
      return folder.location == .elsewhere
        ? nil : ListedFile(path, folder.location, in: folder.name, depth: path.depth - outer)
    }
  }

  func source(at path: RelativePath) throws -> SourceText? { try base.source(at: path) }
  func filePaths() -> [RelativePath] { paths }
  func byteCount(at path: RelativePath) throws -> Int? { try base.byteCount(at: path) }
  func identity(of path: RelativePath) -> RelativePath { base.identity(of: path) }
  func path(of name: String, in folder: RelativePath?) -> RelativePath? { base.path(of: name, in: folder) }

  /// - Parameter limit: In bytes, by default 4 MiB: only project files with a version are larger.
  func isSmallEnough(_ path: RelativePath, limit: Int = 4 << 20) throws -> Bool {
    if path.isXcodeProjectFile { return true }
    return try byteCount(at: path).map { $0 <= limit } ?? false
  }
}
