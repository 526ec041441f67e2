import TextEditing

/// Files whose list is made once, with what their folders say: manifests ask for it again and again.
struct ListedFiles<Base: FileReading>: FileReading {
  private let base: Base
  private let paths: [RelativePath]
  let located: [(path: RelativePath, location: FileLocation)]

  init(_ base: Base) throws {
    self.base = base
    paths = try base.filePaths()
    var folders: [RelativePath?: FileLocation] = [:]
    located = paths.map { path in
      let folder = path.parent
      if let known = folders[folder] { return (path, known) }
      let location = FileLocation(of: path)
      folders[folder] = location
      return (path, location)
    }
  }

  func source(at path: RelativePath) throws -> SourceText? { try base.source(at: path) }
  func filePaths() -> [RelativePath] { paths }
  func byteCount(at path: RelativePath) throws -> Int? { try base.byteCount(at: path) }
  func identity(of path: RelativePath) -> RelativePath { base.identity(of: path) }
  func path(of name: String, in folder: RelativePath?) -> RelativePath? { base.path(of: name, in: folder) }

  /// 4 MiB: no file but a project's is that large and holds a version.
  private static var greatestSize: Int { 4 << 20 }

  func isSmallEnough(_ path: RelativePath) throws -> Bool {
    if path.isProjectFile { return true }
    return try byteCount(at: path).map { $0 <= Self.greatestSize } ?? false
  }
}
