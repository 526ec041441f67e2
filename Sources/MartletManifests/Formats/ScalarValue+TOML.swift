import MartletCore

extension ScalarValue {
  /// Returns every single-line string in the tables of a TOML text, in the order of the file. The tables of an array of
  /// tables share one path; other arrays are skipped. Invalid TOML is skipped.
  static func all(inTOML source: SourceText) -> [ScalarValue] {
    var values: [ScalarValue] = []
    func collect(_ value: DocumentValue, at path: [String]) {
      switch value.content {
      case .text:
        let isLong = ["\"\"\"", "'''"].contains { source.bytes.has($0, at: value.span.lowerBound) }
        guard !isLong else { return }
        let inside = value.span.lowerBound + 1..<value.span.upperBound - 1
        values.append(ScalarValue(path: ValuePath(path), span: inside, style: .quoted))
      case .table(let table):
        for entry in table.entries { collect(entry.value, at: path + [entry.key]) }
      case .list(let elements):
        for element in elements {
          if case .table = element.content { collect(element, at: path) }
        }
      case .word, .real, .data: break
      }
    }
    collect(DocumentValue(tomlIn: source), at: [])
    return values.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }
}
