import MartletCore

/// Finds the scalars of a YAML text with their paths: block mappings and sequences, flow collections.
///
/// A scanner, not a parser: aliases, tags, complex keys (`? …`) and multi-line scalars are skipped, and no input is an
/// error. All documents of a file are scanned.
struct YAMLScanner {
  /// An open block: the key of a mapping, or a sequence with the number of its item.
  private struct Block {
    let column: Int
    var name: String
    let isSequence: Bool
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var blocks: [Block] = []
  private var values: [ScalarValue] = []

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  /// Returns every single-line scalar, up to 64 levels deep, in the order of the file.
  static func values(of source: SourceText) -> [ScalarValue] {
    var scanner = YAMLScanner(source)
    while scanner.index < scanner.bytes.count {
      scanner.scanLine()
      scanner.index = scanner.endOfLine(scanner.index)
      if scanner.bytes.has("\r\n", at: scanner.index) { scanner.index += 1 }
      scanner.index += 1
    }
    return scanner.values
  }

  private func endOfLine(_ start: Int) -> Int { bytes.index(after: start) { !$0.isLineEnd } }

  /// Scans from the start of a line; leaves `index` on the last line of its value.
  private mutating func scanLine() {
    let lineStart = index
    index = bytes.index(after: index) { $0 == .space }
    guard let first = bytes.byte(at: index), !first.isLineEnd, first != UInt8(ascii: "#") else { return }
    if index == lineStart, bytes.has("---", at: index) || bytes.has("...", at: index) {
      blocks = []
      return
    }
    while bytes.byte(at: index) == UInt8(ascii: "-"), isBlankOrEnd(index + 1) {
      openItem(column: index - lineStart)
      index = bytes.index(after: index + 1, while: \.isBlank)
    }
    guard blocks.count < 64, index < bytes.count else { return }
    let column = index - lineStart
    if let key = key() {
      close(from: column)
      blocks.append(Block(column: column, name: key, isSequence: false))
      scanValue(of: path, column: column)
    } else if blocks.last?.isSequence == true {
      scanValue(of: path, column: column)
    }
  }

  private var path: [String] { blocks.map(\.name) }

  private mutating func close(from column: Int) {
    while let last = blocks.last, last.column >= column { blocks.removeLast() }
  }

  /// Handles a dash at `column`: the next item of a sequence, or the first of a new one. A sequence may be as far left
  /// as the key it belongs to.
  private mutating func openItem(column: Int) {
    while let last = blocks.last, last.column > column { blocks.removeLast() }
    if let last = blocks.last, last.isSequence, last.column == column {
      blocks[blocks.count - 1].name = String((Int(last.name) ?? 0) + 1)
    } else {
      blocks.append(Block(column: column, name: "0", isSequence: true))
    }
  }

  private func isBlankOrEnd(_ index: Int) -> Bool {
    bytes.byte(at: index).map { $0.isBlank || $0.isLineEnd } ?? true
  }

  /// Scans the key that begins here and its colon; returns nil and does not advance when there is none.
  private mutating func key() -> String? {
    var end: Int
    let name: Range<Int>
    if let quoted = quoted(at: index) {
      name = quoted
      end = bytes.index(after: quoted.upperBound + 1, while: \.isBlank)
      guard bytes.byte(at: end) == UInt8(ascii: ":"), isBlankOrEnd(end + 1) else { return nil }
    } else {
      end = index
      while let byte = bytes.byte(at: end), !byte.isLineEnd, byte != UInt8(ascii: "#") || !bytes[end - 1].isBlank {
        if byte == UInt8(ascii: ":"), isBlankOrEnd(end + 1) { break }
        if end == index, "{[?&*!|>".utf8.contains(byte) { return nil }
        end += 1
      }
      guard bytes.byte(at: end) == UInt8(ascii: ":"), end > index else { return nil }
      name = bytes.trimmingBlanks(index..<end)
    }
    index = end + 1
    return source.string(at: name)
  }

  /// Returns the content of a quoted single-line scalar that begins at `start`.
  private func quoted(at start: Int) -> Range<Int>? {
    guard let quote = bytes.byte(at: start), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    var end = start + 1
    while let byte = bytes.byte(at: end), !byte.isLineEnd {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        end += 2
      } else if byte == quote, bytes.byte(at: end + 1) == quote, quote == UInt8(ascii: "'") {
        end += 2
      } else if byte == quote {
        return start + 1..<end
      } else {
        end += 1
      }
    }
    return nil
  }

  private mutating func scanValue(of path: [String], column: Int) {
    index = bytes.index(after: index, while: \.isBlank)
    while let byte = bytes.byte(at: index), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      index = bytes.index(after: index) { !$0.isBlank && !$0.isLineEnd }
      index = bytes.index(after: index, while: \.isBlank)
    }
    guard let first = bytes.byte(at: index), !first.isLineEnd else { return }
    switch first {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): skipBlockScalar(below: path.isEmpty ? 0 : column)
    case UInt8(ascii: "{"), UInt8(ascii: "["): scanFlow(path)
    case UInt8(ascii: "*"), UInt8(ascii: "#"): return
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if let span = quoted(at: index) {
        values.append(ScalarValue(path: ValuePath(path), span: span, style: .quoted))
      } else {
        skipLongQuoted()
      }
    default:
      var end = index
      while let byte = bytes.byte(at: end), !byte.isLineEnd {
        if byte == UInt8(ascii: "#"), bytes[end - 1].isBlank { break }
        end += 1
      }
      values.append(ScalarValue(path: ValuePath(path), span: bytes.trimmingBlanks(index..<end), style: .bare))
    }
  }

  /// Skips the lines of a `|` or `>` scalar: all that are empty or indented more than its key.
  private mutating func skipBlockScalar(below column: Int) {
    index = endOfLine(index)
    while index < bytes.count {
      let lineStart = index + (bytes.has("\r\n", at: index) ? 2 : 1)
      let first = bytes.index(after: lineStart) { $0 == .space }
      guard first < bytes.count else { return }
      guard bytes[first].isLineEnd || first - lineStart > column else { return }
      index = endOfLine(first)
    }
  }

  /// Skips a quoted multi-line scalar.
  private mutating func skipLongQuoted() {
    let quote = bytes[index]
    var end = index + 1
    while let byte = bytes.byte(at: end), byte != quote {
      end += byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
    }
    index = min(end, bytes.count)
  }
}

extension YAMLScanner {
  /// Scans `{a: 1, b: [x]}` to its end, even over several lines.
  private mutating func scanFlow(_ path: [String]) {
    var names: [String] = []
    var pendingKey: String?
    repeat {
      guard let byte = bytes.byte(at: index) else { return }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard names.count < 64 else { return }
        names.append(pendingKey ?? "0")
        pendingKey = nil
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        names.removeLast()
        pendingKey = nil
        index += 1
      case UInt8(ascii: ","):
        pendingKey = nil
        index += 1
      case UInt8(ascii: "#") where bytes[index - 1].isBlank || bytes[index - 1].isLineEnd:
        index = endOfLine(index)
      case _ where byte.isBlank || byte.isLineEnd:
        index += 1
      default:
        pendingKey = scanFlowScalar(path + names.dropFirst(), key: pendingKey)
      }
    } while !names.isEmpty
  }

  /// Scans a scalar in a flow collection: returns it if it is a key, stores it if it is the value of `key`.
  private mutating func scanFlowScalar(_ path: [String], key: String?) -> String? {
    let span: Range<Int>
    let style: ScalarValue.Style
    if let quoted = quoted(at: index) {
      (span, style) = (quoted, .quoted)
      index = quoted.upperBound + 1
    } else if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
      skipLongQuoted()
      index += 1
      return nil
    } else {
      let start = index
      var end = index + 1
      while let byte = bytes.byte(at: end), !byte.isLineEnd, !",{}[]".utf8.contains(byte),
        byte != UInt8(ascii: ":") || !isBlankOrEnd(end + 1), byte != UInt8(ascii: "#") || !bytes[end - 1].isBlank
      {
        end += 1
      }
      (span, style) = (bytes.trimmingBlanks(start..<end), .bare)
      index = end
    }
    let next = bytes.index(after: index, while: \.isBlank)
    if key == nil, bytes.byte(at: next) == UInt8(ascii: ":") {
      index = next + 1
      return source.string(at: span)
    }
    if let key { values.append(ScalarValue(path: ValuePath(path + [key]), span: span, style: style)) }
    return nil
  }
}
