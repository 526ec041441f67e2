import BuildSettings
import TextEditing

/// Finds the texts of the outermost dictionary of an XML property list: `<key>` and the `<string>`, `<integer>` or other
/// element with text behind it. Blanks around a text do not belong to it.
///
/// This is no XML reader. The document type is passed over unread, so nothing is fetched and no entity but the five of
/// XML itself and numeric ones is known.
struct XMLPropertyListScanner {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  /// The names of the open elements.
  private var open: [Range<Int>] = []
  private var text = XMLText()
  private var key: String?
  private var entries: [PropertyList.Entry] = []

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  mutating func scan() throws(ManifestError) -> [PropertyList.Entry] {
    var hasRoot = false
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        try scanMarkup()
        hasRoot = hasRoot || !open.isEmpty
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
    guard hasRoot else { throw malformed(at: index..<index, "no element is found, expected `<plist>`") }
    return entries
  }

  private mutating func scanMarkup() throws(ManifestError) {
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
      try scanEndTag()
    } else {
      try scanStartTag()
    }
  }

  private mutating func scanStartTag() throws(ManifestError) {
    let start = index
    let name = index + 1..<bytes.index(after: index + 1, while: \.isXMLName)
    guard !name.isEmpty else {
      throw malformed(at: start..<start + 1, "`<` begins no element, expected `&lt;` for the character")
    }
    index = try tagEnd(from: name.upperBound)
    let isEmpty = bytes[index - 2] == UInt8(ascii: "/")
    open.append(name)
    text = XMLText(at: index)
    if isEmpty { closeElement(at: index) }
  }

  private mutating func scanEndTag() throws(ManifestError) {
    let textEnd = index
    let name = index + 2..<bytes.index(after: index + 2, while: \.isXMLName)
    guard let element = open.last, bytes[element] == bytes[name] else {
      throw malformed(at: name, "`</\(source.string(at: name))>` closes no element that is open here")
    }
    index = try tagEnd(from: name.upperBound)
    closeElement(at: textEnd)
  }

  private mutating func closeElement(at textEnd: Int) {
    guard let name = open.popLast() else { return }
    guard open.count == 2, bytes.has("plist", at: open[0].lowerBound), source.string(at: open[1]) == "dict" else {
      return
    }
    let located = text.located(in: source, until: textEnd)
    if source.string(at: name) == "key" {
      key = located.string
    } else if let known = key {
      if Self.textElements.contains(source.string(at: name)) {
        entries.append(PropertyList.Entry(key: known, text: located))
      }
      key = nil
    }
  }

  private static let textElements: Set = ["string", "integer", "real", "date"]

  /// The offset behind the `>` of a tag; attributes in quotes may hold one.
  private func tagEnd(from start: Int) throws(ManifestError) -> Int {
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

  private mutating func skip(_ what: String, through end: String) throws(ManifestError) {
    guard let found = bytes.firstIndex(of: end, from: index + 2) else {
      throw malformed(at: index..<index + 2, "\(what) without `\(end)`")
    }
    index = found + end.utf8.count
  }

  /// `<!DOCTYPE …>`, where `[…]` and texts in quotes may hold a `>`.
  private mutating func skipDocumentType() throws(ManifestError) {
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

  /// `&amp;`, `&#46;`, `&#x2E;`; an unknown entity stays as it is written.
  private mutating func scanEntity() throws(ManifestError) {
    let name = index + 1..<bytes.index(after: index + 1) { $0.isXMLName || $0 == UInt8(ascii: "#") }
    guard bytes.byte(at: name.upperBound) == UInt8(ascii: ";") else {
      throw malformed(at: index..<index + 1, "`&` begins no entity, expected `&amp;` for the character")
    }
    if let scalar = Unicode.Scalar(xmlEntity: source.string(at: name)) {
      text.append(scalar)
    } else {
      text.append(bytes[index...name.upperBound])
    }
    index = name.upperBound + 1
  }

  private func malformed(at span: Range<Int>, _ problem: String) -> ManifestError {
    source.mergeConflict()
      ?? .malformed(source, at: span.clamped(to: 0..<bytes.count), problem: problem, hint: nil)
  }
}

extension UInt8 {
  fileprivate var isXMLName: Bool {
    isIdentifier || self == UInt8(ascii: "-") || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
  }
}

extension Unicode.Scalar {
  /// The character that `&name;` stands for.
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
