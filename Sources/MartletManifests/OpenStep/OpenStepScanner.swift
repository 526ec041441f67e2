import MartletCore

/// Finds the nodes of a property list in OpenStep form, without recursion.
///
/// Grammar: swiftlang/swift-foundation, `FoundationEssentials/PropertyList/OpenStepPlist.swift`.
struct OpenStepScanner {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var nodes: [OpenStepPropertyList.Node] = []
  /// The indices of the open collections, the innermost last.
  private var open: [Int] = []

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
    nodes.reserveCapacity(bytes.count / 12)
  }

  mutating func scan() throws(ManifestError) -> [OpenStepPropertyList.Node] {
    guard bytes.count < UInt32.max else { throw malformed("the property list is larger than 4 GB") }
    try skipBlanks()
    guard index < bytes.count else { throw malformed("the file is empty, expected a property list") }
    try scanValue()
    while let collection = open.last {
      try skipBlanks()
      switch nodes[collection].kind {
      case .dictionary: try scanEntry(of: collection)
      case .array: try scanElement(of: collection)
      case .string, .data: open.removeLast()
      }
    }
    try skipBlanks()
    guard index == bytes.count else { throw malformed("unexpected text after the property list") }
    return nodes
  }

  /// Scans a key with its `=`, and the value or its start.
  private mutating func scanEntry(of dictionary: Int) throws(ManifestError) {
    try skipSeparator(UInt8(ascii: ";"), in: dictionary, or: "expected `;` after the value")
    guard index < bytes.count else { throw unclosed(dictionary) }
    guard bytes[index] != UInt8(ascii: "}") else { return close() }
    guard bytes[index].isOpenStepBare || bytes[index].isOpenStepQuote else { throw malformed("expected a key or `}`") }
    try scanString()
    try skipBlanks()
    guard bytes.byte(at: index) == UInt8(ascii: "=") else { throw malformed("expected `=` after the key") }
    index += 1
    try skipBlanks()
    try scanValue()
  }

  private mutating func scanElement(of array: Int) throws(ManifestError) {
    try skipSeparator(UInt8(ascii: ","), in: array, or: "expected `,` or `)` after the value")
    guard index < bytes.count else { throw unclosed(array) }
    guard bytes[index] != UInt8(ascii: ")") else { return close() }
    try scanValue()
  }

  /// Skips the separator after the previous value of the collection; it is optional after an array's last value.
  private mutating func skipSeparator(
    _ separator: UInt8, in collection: Int, or problem: String
  ) throws(ManifestError) {
    guard nodes.count > collection + 1 else { return }
    if bytes.byte(at: index) == separator {
      index += 1
      try skipBlanks()
    } else if nodes[collection].kind == .dictionary || bytes.byte(at: index) != UInt8(ascii: ")") {
      throw index < bytes.count ? malformed(problem) : unclosed(collection)
    }
  }

  private mutating func scanValue() throws(ManifestError) {
    switch bytes.byte(at: index) {
    case UInt8(ascii: "{"): begin(.dictionary)
    case UInt8(ascii: "("): begin(.array)
    case UInt8(ascii: "<"): try scanData()
    case .some(let byte) where byte.isOpenStepBare || byte.isOpenStepQuote: try scanString()
    case .some: throw malformed("expected a value")
    case .none: throw malformed("unexpected end of the file, expected a value")
    }
  }

  private mutating func begin(_ kind: OpenStepPropertyList.Kind) {
    open.append(nodes.count)
    nodes.append(OpenStepPropertyList.Node(kind: kind, start: UInt32(index), end: 0, next: 0))
    index += 1
  }

  private mutating func close() {
    index += 1
    guard let collection = open.popLast() else { return }
    nodes[collection].end = UInt32(index)
    nodes[collection].next = UInt32(nodes.count)
  }

  private mutating func append(_ kind: OpenStepPropertyList.Kind, from start: Int) {
    nodes.append(
      OpenStepPropertyList.Node(
        kind: kind, start: UInt32(start), end: UInt32(index), next: UInt32(nodes.count + 1)))
  }

  private mutating func scanString() throws(ManifestError) {
    let start = index
    let quote = bytes[index]
    guard quote.isOpenStepQuote else {
      while index < bytes.count, bytes[index].isOpenStepBare { index += 1 }
      return append(.string, from: start)
    }
    index += 1
    while index < bytes.count, bytes[index] != quote { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    guard index < bytes.count else { throw malformed(at: start, "missing closing quote of a string") }
    index += 1
    append(.string, from: start)
  }

  private mutating func scanData() throws(ManifestError) {
    let start = index
    index = bytes.index(after: index + 1) { $0.isHexDigit || $0.isBlank || $0.isLineEnd }
    guard bytes.byte(at: index) == UInt8(ascii: ">") else {
      throw malformed("expected hexadecimal digits or `>` in data")
    }
    index += 1
    append(.data, from: start)
  }

  private mutating func skipBlanks() throws(ManifestError) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isBlank || byte.isLineEnd || byte == 0x0B || byte == 0x0C {
        index += 1
      } else if byte == UInt8(ascii: "/"), bytes.byte(at: index + 1) == UInt8(ascii: "/") {
        while index < bytes.count, !bytes[index].isLineEnd { index += 1 }
      } else if byte == UInt8(ascii: "/"), bytes.byte(at: index + 1) == UInt8(ascii: "*") {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(ManifestError) {
    let start = index
    index += 2
    while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
      index += 1
    }
    guard index + 1 < bytes.count else { throw malformed(at: start, "missing `*/` of a comment") }
    index += 2
  }

  // MARK: - Errors

  private func unclosed(_ collection: Int) -> ManifestError {
    let isDictionary = nodes[collection].kind == .dictionary
    return malformed(
      at: Int(nodes[collection].start), isDictionary ? "`{` without a closing `}`" : "`(` without a closing `)`")
  }

  private func malformed(at offset: Int? = nil, _ problem: String) -> ManifestError {
    let offset = offset ?? index
    return source.mergeConflict()
      ?? .malformed(source, at: offset..<min(offset + 1, bytes.count), problem: problem, hint: nil)
  }
}

extension UInt8 {
  /// Whether the byte can be part of a bare string: `[A-Za-z0-9_$/:.-]`.
  fileprivate var isOpenStepBare: Bool {
    isIdentifier || self == UInt8(ascii: "/") || self == UInt8(ascii: ".") || self == UInt8(ascii: "$")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ":")
  }

  fileprivate var isOpenStepQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  fileprivate var isHexDigit: Bool {
    isDigit || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "f")
  }
}
