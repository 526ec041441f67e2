/// The files of a project as they are, or as they would be by now: read only, by path from the root.
package protocol FileReading {
  /// The text of the file at `path`; nil when there is none, or none that may be read as a text file of the project.
  ///
  /// - Throws: the error of the disk, or a `TextError` for a file that is not text.
  func source(at path: RelativePath) throws -> SourceText?

  /// Every file that git would show, tracked or not yet, in byte order: not the ignored ones, nothing below a
  /// submodule or a nested repository.
  func filePaths() throws -> [RelativePath]

  /// How many bytes the file at `path` has, without reading it where that can be known; nil when there is none.
  func byteCount(at path: RelativePath) throws -> Int?

  /// The path of the file that `path` leads to once links are followed; `path` itself where that cannot be known.
  func identity(of path: RelativePath) -> RelativePath

  /// The path of what is called `name` in `folder`, nil for the root. A `..` leads out of the folder that the disk finds, as
  /// it does for every program: behind a link that is the folder around the one that the link leads to.
  ///
  /// - Returns: nil when it leaves the root, is absolute or comes to the root itself.
  func path(of name: String, in folder: RelativePath?) -> RelativePath?

  /// Why a clone of the project does not have the file at `path`; nil where nothing explains it.
  func absence(of path: RelativePath) throws -> AbsentFile?
}

/// Why a file is in no fresh clone of a project.
package enum AbsentFile: Hashable, Sendable {
  /// `pod install` makes it.
  case pods
  case submodule(RelativePath)
  /// git ignores the path.
  case ignored(RelativePath)
}

extension FileReading {
  package func byteCount(at path: RelativePath) throws -> Int? { try source(at: path)?.bytes.count }

  package func identity(of path: RelativePath) -> RelativePath { path }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? { RelativePath(name, in: folder) }

  package func absence(of path: RelativePath) throws -> AbsentFile? { nil }
}
