/// Builds a tree from the events of a scanner.
struct DocumentBuilder {
  private struct Frame {
    let isTable: Bool
    let start: Int
    var elements: [DocumentValue] = []
    var table = DocumentValue.Table()
    /// The key without a value yet.
    var key: (name: String, span: Range<Int>)?
  }

  private let source: SourceText
  /// The open collections, the innermost last.
  private var open: [Frame] = []
  private(set) var root: DocumentValue?

  init(_ source: SourceText) {
    self.source = source
  }

  /// Whether the innermost open collection is a table whose next value has no key yet.
  var expectsKey: Bool { open.last.map { $0.isTable && $0.key == nil } ?? false }

  /// The key without a value yet.
  var pendingKey: (name: String, span: Range<Int>)? { open.last?.key }

  mutating func beginTable(at start: Int) throws(DocumentError) { try begin(isTable: true, at: start) }

  mutating func beginList(at start: Int) throws(DocumentError) { try begin(isTable: false, at: start) }

  private mutating func begin(isTable: Bool, at start: Int) throws(DocumentError) {
    guard open.count < DocumentError.greatestDepth else { throw .tooDeep(source, at: start..<start + 1) }
    open.append(Frame(isTable: isTable, start: start))
  }

  /// Sets the key of the next value.
  mutating func take(key name: String, at span: Range<Int>) {
    guard !open.isEmpty else { return }
    open[open.count - 1].key = (name, span)
  }

  mutating func end() throws(DocumentError) {
    guard let frame = open.popLast() else { return }
    let content = frame.isTable ? DocumentValue.Content.table(frame.table) : .list(frame.elements)
    try add(DocumentValue(content, span: frame.start..<frame.start + 1))
  }

  /// Adds a value to the innermost open collection, or as the root without one. In a table it needs a key.
  mutating func add(_ value: DocumentValue) throws(DocumentError) {
    guard let isTable = open.last?.isTable else {
      root = value
      return
    }
    guard isTable else {
      open[open.count - 1].elements.append(value)
      return
    }
    guard let (key, span) = pendingKey else { return }
    open[open.count - 1].key = nil
    guard open[open.count - 1].table.append(key, at: span, value) else {
      throw .repeatedKey(key, source, at: span)
    }
  }
}
