import MartletBuildSettings
import MartletCore

/// A property list in OpenStep form, the form of `project.pbxproj`: `{ key = value; }`, `( a, b, )`, `<0fb3>`, bare or
/// quoted strings, comments as in C. A JSON text has the same nodes; in it, numbers and words are data.
///
/// It stores only spans, one small node for each value and key, so that a file of several megabytes takes milliseconds.
/// It is a class because each of its many values refers to it.
final class OpenStepPropertyList: Sendable {
  enum Kind: UInt8, Sendable {
    case dictionary, array, string, data
  }

  /// Nodes are in the order of the text; those of a collection directly follow it. In a dictionary, keys and values
  /// alternate.
  struct Node: Sendable {
    let kind: Kind
    let start: UInt32
    var end: UInt32
    /// The index of the next node outside of this one.
    var next: UInt32
  }

  let source: SourceText
  let nodes: [Node]
  /// Whether the text is JSON, with comments and trailing commas as in JSON5.
  let isJSON: Bool

  /// - Throws: `ManifestError.malformed` where the text is not a valid list.
  init(_ source: SourceText) throws(ManifestError) {
    self.source = source
    isJSON = Self.isJSON(source)
    if isJSON {
      nodes = try Self.nodes(ofJSON: source)
    } else {
      var scanner = OpenStepScanner(source)
      nodes = try scanner.scan()
    }
  }

  /// Whether the text begins as a JSON object: its first key ends in a colon.
  private static func isJSON(_ source: SourceText) -> Bool {
    var scanner = JSONScanner(source)
    guard !source.path.isXcodeProjectJSON else { return true }
    guard case .object = try? scanner.next(), case .key = try? scanner.next() else { return false }
    return (try? scanner.next()) != nil
  }

  private static func nodes(ofJSON source: SourceText) throws(ManifestError) -> [Node] {
    var nodes: [Node] = []
    var open: [Int] = []
    func append(_ kind: Kind, _ span: Range<Int>) {
      nodes.append(
        Node(kind: kind, start: UInt32(span.lowerBound), end: UInt32(span.upperBound), next: UInt32(nodes.count + 1)))
    }
    guard source.bytes.count < UInt32.max else { throw ManifestError(.tooLarge(source)) }
    do throws(DocumentError) {
      var scanner = JSONScanner(source)
      while let event = try scanner.next() {
        switch event {
        case .object(let start), .array(let start):
          open.append(nodes.count)
          if case .object = event { append(.dictionary, start..<start) } else { append(.array, start..<start) }
        case .end(let end):
          guard let collection = open.popLast() else { continue }
          nodes[collection].end = UInt32(end)
          nodes[collection].next = UInt32(nodes.count)
        case .comma: continue
        case .key(let span), .string(let span): append(.string, span.lowerBound - 1..<span.upperBound + 1)
        case .word(let span): append(.data, span)
        }
      }
    } catch {
      throw source.mergeConflict() ?? ManifestError(error)
    }
    return nodes
  }

  /// The root value.
  var root: OpenStepValue { OpenStepValue(list: self, index: 0) }
}

/// A value of a property list in OpenStep form.
struct OpenStepValue: Sendable {
  let list: OpenStepPropertyList
  /// The index of its node.
  let index: Int

  private var node: OpenStepPropertyList.Node { list.nodes[index] }

  var kind: OpenStepPropertyList.Kind { node.kind }

  /// Its bytes, including quotes or brackets.
  var span: Range<Int> { Int(node.start)..<Int(node.end) }

  /// The values of an array, or the alternating keys and values of a dictionary; empty for a text.
  var elements: [OpenStepValue] { elementIndices.map { OpenStepValue(list: list, index: $0) } }

  private var elementIndices: [Int] {
    guard kind == .array || kind == .dictionary else { return [] }
    var indices: [Int] = []
    var next = index + 1
    let end = Int(node.next)
    while next < end {
      indices.append(next)
      next = Int(list.nodes[next].next)
    }
    return indices
  }

  /// The keys of a dictionary with their values, in the order of the text; empty for any other value.
  var entries: [(key: OpenStepValue, value: OpenStepValue)] {
    entryIndices.map { (OpenStepValue(list: list, index: $0), OpenStepValue(list: list, index: $1)) }
  }

  /// The entries as node indices, for dictionaries with very many entries.
  var entryIndices: [(key: Int, value: Int)] {
    guard kind == .dictionary else { return [] }
    let elements = elementIndices
    return stride(from: 0, to: elements.count - 1, by: 2).map { (elements[$0], elements[$0 + 1]) }
  }

  /// Returns the value for `key` of a dictionary: the last one if there are several, as in Foundation.
  subscript(key: String) -> OpenStepValue? {
    guard kind == .dictionary else { return nil }
    var found: OpenStepValue?
    var next = index + 1
    while next + 1 < Int(node.next) {
      if OpenStepValue(list: list, index: next).has(key) { found = OpenStepValue(list: list, index: next + 1) }
      next = Int(list.nodes[next + 1].next)
    }
    return found
  }

  /// Whether it is the string `text`, written without escapes.
  func has(_ text: String) -> Bool {
    guard kind == .string else { return false }
    let span = contentSpan
    return span.count == text.utf8.count && list.source.bytes[span].elementsEqual(text.utf8)
  }

  /// The bytes of a string without its quotes.
  var contentSpan: Range<Int> {
    let isQuoted =
      list.source.bytes[span.lowerBound] == UInt8(ascii: "\"")
      || list.source.bytes[span.lowerBound] == UInt8(ascii: "'")
    return isQuoted ? span.lowerBound + 1..<span.upperBound - 1 : span
  }
}
