/// Scans the elements of an XML text, such as a property list, and the texts in them.
///
/// This is not a complete XML parser. It skips the document type, so it fetches nothing and supports only numeric
/// entities and XML's five named ones.
package struct XMLScanner {
  package enum Event: Sendable {
    /// A start tag, with the range of its name.
    case opened(Range<Int>)
    /// An end tag: the name of the element, the text since the element's last tag, and the end of that text.
    case closed(Range<Int>, XMLText, end: Int)
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  /// The names of the open elements.
  private var open: [Range<Int>] = []
  private var text = XMLText()
  private var hasRoot = false
  /// The bytes of the last start tag after its name.
  private var tag = 0..<0
  /// An element whose start tag ends in `/>`, before its end event.
  private var emptyElement: Range<Int>?

  package init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  /// Returns the next event; nil at the end of the text.
  ///
  /// - Throws: `DocumentError.malformed` for invalid XML, and for a text with unclosed elements or without any.
  package mutating func next() throws(DocumentError) -> Event? {
    if let name = emptyElement {
      emptyElement = nil
      return .closed(name, text, end: index)
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        if let event = try scanMarkup() { return event }
      } else if bytes[index] == UInt8(ascii: "&") {
        try scanEntity()
      } else {
        let end = bytes.index(after: index) { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        text.append(bytes[index..<end])
        index = end
      }
    }
    if let element = open.last {
      throw malformed(at: element, "element `\(source.string(at: element))` is not closed")
    }
    guard hasRoot else { throw malformed(at: index..<index, "no element, expected `<plist>`") }
    return nil
  }

  private static let attribute = Pattern(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/)

  /// The attributes of the last start tag; the last of several with one name. Entities stay as written.
  package var attributes: [String: String] {
    let pairs = source.string(at: tag).matches(of: Self.attribute)
    return Dictionary(pairs.map { (String($0.output.1), String($0.output.2 ?? $0.output.3 ?? "")) }) { $1 }
  }

  private mutating func scanMarkup() throws(DocumentError) -> Event? {
    if bytes.has("<!--", at: index) {
      try skip("a comment", through: "-->")
    } else if bytes.has("<![CDATA[", at: index) {
      let start = index + 9
      try skip("a CDATA section", through: "]]>")
      text.append(bytes[start..<index - 3])
    } else if bytes.has("<?", at: index) {
      try skip("a processing instruction", through: "?>")
    } else if bytes.has("<!", at: index) {
      try skipDocumentType()
    } else if bytes.has("</", at: index) {
      return try scanEndTag()
    } else {
      return try scanStartTag()
    }
    return nil
  }

  private mutating func scanStartTag() throws(DocumentError) -> Event {
    let start = index
    let name = index + 1..<bytes.index(after: index + 1, while: \.isXMLName)
    guard !name.isEmpty else {
      throw malformed(at: start..<start + 1, "`<` does not begin an element, expected `&lt;` for the character")
    }
    index = try tagEnd(from: name.upperBound)
    tag = name.upperBound..<index
    hasRoot = true
    text = XMLText(at: index)
    if bytes[index - 2] == UInt8(ascii: "/") {
      emptyElement = name
    } else {
      open.append(name)
    }
    return .opened(name)
  }

  private mutating func scanEndTag() throws(DocumentError) -> Event {
    let textEnd = index
    let name = index + 2..<bytes.index(after: index + 2, while: \.isXMLName)
    guard let element = open.last, bytes[element] == bytes[name] else {
      throw malformed(at: name, "`</\(source.string(at: name))>` does not match an open element")
    }
    index = try tagEnd(from: name.upperBound)
    open.removeLast()
    return .closed(element, text, end: textEnd)
  }

  /// Returns the offset after the `>` of a tag; quoted attributes may contain one.
  private func tagEnd(from start: Int) throws(DocumentError) -> Int {
    var index = start
    while let byte = bytes.byte(at: index) {
      if byte == UInt8(ascii: ">") { return index + 1 }
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = bytes.index(after: index + 1) { $0 != byte }
      }
      index += 1
    }
    throw malformed(at: start..<min(start + 1, bytes.count), "a tag without its `>`")
  }

  private mutating func skip(_ what: String, through end: String) throws(DocumentError) {
    guard let found = bytes.firstIndex(of: end, from: index + 2) else {
      throw malformed(at: index..<index + 2, "\(what) without `\(end)`")
    }
    index = found + end.utf8.count
  }

  /// Skips `<!DOCTYPE …>`, where `[…]` and quoted texts may contain a `>`.
  private mutating func skipDocumentType() throws(DocumentError) {
    let start = index
    var isInBrackets = false
    while let byte = bytes.byte(at: index) {
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): index = bytes.index(after: index) { $0 != byte } + 1
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ">") where !isInBrackets: return
      default: break
      }
    }
    throw malformed(at: start..<start + 2, "a document type without its `>`")
  }

  /// Scans `&amp;`, `&#46;`, `&#x2E;`; an unknown entity stays as written.
  private mutating func scanEntity() throws(DocumentError) {
    let name = index + 1..<bytes.index(after: index + 1) { $0.isXMLName || $0 == UInt8(ascii: "#") }
    guard bytes.byte(at: name.upperBound) == UInt8(ascii: ";") else {
      throw malformed(at: index..<index + 1, "`&` does not begin an entity, expected `&amp;` for the character")
    }
    if let scalar = Unicode.Scalar(xmlEntity: source.string(at: name)) {
      text.append(scalar)
    } else {
      text.append(bytes[index...name.upperBound])
    }
    index = name.upperBound + 1
  }

  private func malformed(at span: Range<Int>, _ problem: String) -> DocumentError {
    .malformed(source, at: span.clamped(to: 0..<bytes.count), problem: problem, hint: nil)
  }
}

extension UInt8 {
  fileprivate var isXMLName: Bool {
    isIdentifier || self == UInt8(ascii: "-") || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
  }
}

extension Unicode.Scalar {
  /// Creates the character of the entity `&name;`.
  fileprivate init?(xmlEntity name: String) {
    switch name {
    case "amp": self = "&"
    case "lt": self = "<"
    case "gt": self = ">"
    case "quot": self = "\""
    case "apos": self = "'"
    default:
      let digits = name.hasPrefix("#x") ? (name.dropFirst(2), 16) : (name.dropFirst(1), 10)
      guard name.hasPrefix("#"), let value = UInt32(digits.0, radix: digits.1), let scalar = Unicode.Scalar(value)
      else { return nil }
      self = scalar
    }
  }
}
