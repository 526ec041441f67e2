/// A format of structured texts.
package enum DocumentFormat: String, Sendable, CaseIterable {
  case propertyList = "plist"
  case json
  case toml

  /// Parses `source`.
  ///
  /// - Throws: `DocumentError` for text that is too large, not UTF-8, or not valid in the format.
  package func value(of source: SourceText) throws(DocumentError) -> DocumentValue {
    guard source.bytes.count <= DocumentError.greatestSize else { throw .tooLarge(source) }
    if source.bytes.starts(with: "bplist".utf8) {
      throw .malformed(
        source, at: 0..<6, problem: "this is a binary property list, expected one in XML",
        hint: "convert it with `plutil -convert xml1 \(source.path)`")
    }
    guard String(validUTF8: source.bytes) != nil else {
      throw .malformed(source, at: source.firstInvalid, problem: "this is not UTF-8 text", hint: nil)
    }
    switch self {
    case .propertyList: return try DocumentValue(propertyList: source)
    case .json: return try DocumentValue(json: source)
    case .toml: return try DocumentValue(toml: source)
    }
  }
}

extension SourceText {
  /// The first byte that is not UTF-8.
  fileprivate var firstInvalid: Range<Int> {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset..<min(offset + 1, bytes.count)
  }
}
