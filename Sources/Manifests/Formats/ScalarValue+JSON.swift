import Documents
import TextEditing

extension ScalarValue {
  /// Nobody keeps a version deeper than this; without a limit a hostile file makes paths of quadratic size.
  private static let greatestDepth = 64

  /// Every scalar of a JSON text, not nested deeper than 64 levels, in the order of the file; of two with the same path
  /// parsers take the last. Keys and strings are taken by their bytes: an escape in them is not resolved.
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
