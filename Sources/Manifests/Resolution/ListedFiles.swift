import TextEditing

/// A file by its name, taken apart once for all rules.
package struct ListedFile: Sendable {
  package let path: RelativePath
  package let name: String
  /// What follows the last dot of the name; nil when there is none.
  package let ending: String?
  package let location: FileLocation

  init(_ path: RelativePath, _ location: FileLocation) {
    self.path = path
    self.location = location
    name = path.lastComponent
    ending = path.pathExtension
  }
}

/// Files whose list is made once, with what their folders say: manifests ask for it again and again.
struct ListedFiles<Base: FileReading>: FileReading {
  private let base: Base
  private let paths: [RelativePath]
  /// All but those that are not looked at.
  let located: [ListedFile]

  init(_ base: Base) throws {
    self.base = base
    paths = try base.filePaths()
    var folders: [RelativePath?: FileLocation] = [:]
    located = paths.compactMap { path in
      let folder = path.parent
      let location = folders[folder] ?? FileLocation(of: path)
      folders[folder] = location
      return location == .elsewhere ? nil : ListedFile(path, location)
    }
  }

  func source(at path: RelativePath) throws -> SourceText? { try base.source(at: path) }
  func filePaths() -> [RelativePath] { paths }
  func byteCount(at path: RelativePath) throws -> Int? { try base.byteCount(at: path) }
  func identity(of path: RelativePath) -> RelativePath { base.identity(of: path) }
  func path(of name: String, in folder: RelativePath?) -> RelativePath? { base.path(of: name, in: folder) }

  /// - Parameter limit: In bytes, 4 MiB: no file but a project's is larger and holds a version.
  func isSmallEnough(_ path: RelativePath, limit: Int = 4 << 20) throws -> Bool {
    if path.isProjectFile { return true }
    return try byteCount(at: path).map { $0 <= limit } ?? false
  }
}
