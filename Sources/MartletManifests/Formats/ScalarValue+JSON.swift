import MartletCore

extension ScalarValue {
  /// No real file has a version deeper than this. Without a limit, a hostile file has paths of quadratic size.
  private static let greatestDepth = 64

  /// Returns every scalar of a JSON text, up to 64 levels deep, in the order of the file; of duplicate paths, parsers
  /// use the last. Keys and strings are compared as bytes: escapes are not resolved.
  ///
  /// - Throws: `ManifestError.malformed` where the text stops being JSON.
  static func all(inJSON source: SourceText) throws(ManifestError) -> [ScalarValue] {
    var values: [ScalarValue] = []
    var path: [String] = []
    func append(_ span: Range<Int>, _ style: Style) {
      guard path.count <= greatestDepth else { return }
      values.append(ScalarValue(path: ValuePath(path), span: span, style: style))
    }
    do {
      var scanner = JSONScanner(source)
      while let event = try scanner.next() {
        switch event {
        case .object: path.append("")
        case .array: path.append("0")
        case .end: path.removeLast()
        case .comma: path[path.count - 1] = String((Int(path[path.count - 1]) ?? 0) + 1)
        case .key(let span): path[path.count - 1] = source.string(at: span)
        case .string(let span): append(span, .quoted)
        case .word(let span): append(span, .bare)
        }
      }
    } catch {
      throw ManifestError(error)
    }
    return values
  }
}
