import TextEditing

extension MemoryFiles {
  /// Files by path, with the text that is in each.
  package init(_ texts: KeyValuePairs<RelativePath, String>) {
    self.init(texts.map { SourceText(path: $0.key, text: $0.value) })
  }
}
