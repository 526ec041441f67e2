import MartletCore

/// A project's files in memory instead of on a disk.
package struct MemoryFiles: FileReading, Sendable {
  private var texts: [RelativePath: SourceText]

  package init(_ texts: [SourceText]) {
    self.texts = Dictionary(uniqueKeysWithValues: texts.map { ($0.path, $0) })
  }

  package func source(at path: RelativePath) -> SourceText? { texts[path] }

  package func filePaths() -> [RelativePath] { texts.keys.sorted() }
}
