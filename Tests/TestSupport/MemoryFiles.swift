import MartletCore

/// A project's files in memory instead of on a disk.
package struct MemoryFiles: FileReading, Sendable {
  private var texts: [RelativePath: SourceText]

  package init(_ texts: [SourceText]) {
    self.texts = Dictionary(uniqueKeysWithValues: texts.map { ($0.path, $0) })
  }

  /// - Throws: An error for a folder, as on a disk.
  package func source(at path: RelativePath) throws -> SourceText? {
    guard texts[path] == nil, texts.keys.contains(where: { $0.string.hasPrefix("\(path)/") }) else {
      return texts[path]
    }
    throw Failure("`\(path)` is not a regular file")
  }

  package func filePaths() -> [RelativePath] { texts.keys.sorted() }
}
