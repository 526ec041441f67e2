import MartletCore

extension MemoryFiles {
  /// Files with their texts by path.
  package init(_ texts: KeyValuePairs<RelativePath, String>) {
    self.init(texts.map { SourceText(path: $0.key, text: $0.value) })
  }
}
