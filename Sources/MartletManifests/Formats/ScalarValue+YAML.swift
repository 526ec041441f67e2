import MartletCore

extension ScalarValue {
  /// A mapping or a sequence that is open.
  private struct Collection {
    let isMapping: Bool
    /// The key of the value that follows; nil where a key does.
    var key: String?
    /// The number of elements before this one.
    var count = 0

    var expectsKey: Bool { isMapping && key == nil }
    var name: String { isMapping ? key ?? "" : String(count) }

    mutating func add(_ text: String) {
      if isMapping { key = key == nil ? text : nil } else { count += 1 }
    }
  }

  /// Returns every scalar of the YAML documents in a text that is written in one line, without escapes, up to 64 levels deep, in
  /// the order of the file.
  ///
  /// - Throws: `ManifestError.malformed` where libyaml, which XcodeGen reads its specifications with, too, finds no YAML.
  static func all(inYAML source: SourceText) throws(ManifestError) -> [ScalarValue] {
    var values: [ScalarValue] = []
    var open: [Collection] = []
    func add(_ text: String) {
      if !open.isEmpty { open[open.count - 1].add(text) }
    }
    // A comment may have another encoding.
    let bytes =
      String(validUTF8: source.bytes) == nil
      ? source.bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") } : source.bytes
    let text = bytes[source.startOffset...]
    let positions = YAMLPositions(in: text)
    do throws(YAMLProblem) {
      let events = try YAMLEvents(text)
      while true {
        let event = try events.next()
        switch event.kind {
        case .streamEnd: return values
        case .mappingStart: open.append(Collection(isMapping: true))
        case .sequenceStart: open.append(Collection(isMapping: false))
        case .collectionEnd:
          open.removeLast()
          add("")
        case .alias: add("")
        case .scalar(let scalar, _):
          if open.last?.expectsKey == false, open.count <= 64,
            let (span, style) = scalar.place(in: bytes, at: positions.offset(of: event.mark))
          {
            values.append(ScalarValue(path: ValuePath(open.map(\.name)), span: span, style: style))
          }
          add(scalar.text)
        case .streamStart, .documentStart, .documentEnd: continue
        }
      }
    } catch {
      let (words, offset) =
        switch error {
        case .malformed(let words, let mark): (words, positions.offset(of: mark))
        case .unclosedQuote(let mark): ("missing closing quote", positions.offset(of: mark))
        case .unreadable(let words, let offset): (words, source.startOffset + offset)
        case .unknownAlias, .secondDocument, .sameKey, .tooDeep, .tooMany, .memory: ("cannot be read", 0)
        }
      let start = min(offset, source.bytes.count)
      throw source.mergeConflict()
        ?? .malformed(source, at: start..<start, problem: "invalid YAML: \(words)", hint: nil)
    }
  }
}

extension YAMLEvent.Scalar {
  /// Returns the bytes of the scalar that begins at `start` with its anchor and tag, without quotes; nil where they are not its
  /// text.
  fileprivate func place(in bytes: [UInt8], at start: Int) -> (span: Range<Int>, style: ScalarValue.Style)? {
    var start = start
    while let byte = bytes.byte(at: start), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      start = bytes.index(after: bytes.index(after: start) { !$0.isBlank && !$0.isLineEnd }, while: \.isBlank)
    }
    if style == .quoted { start += 1 }
    let span = start..<min(start + text.utf8.count, bytes.count)
    guard style == .quoted || !span.isEmpty, style != .block, bytes[span].elementsEqual(text.utf8) else { return nil }
    return (span, style == .quoted ? .quoted : .bare)
  }
}
