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
}

extension FileReading {
  package func byteCount(at path: RelativePath) throws -> Int? { try source(at: path)?.bytes.count }

  package func identity(of path: RelativePath) -> RelativePath { path }
}
