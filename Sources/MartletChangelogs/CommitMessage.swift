import MartletCore

/// The parsed message of a commit: header, body, footers.
///
/// It is parsed as bytes in one pass; invalid UTF-8 is shown as U+FFFD.
package struct CommitMessage: Hashable, Sendable {
  /// One footer: `Reviewed-by: Z`, `Refs #133`, `BREAKING CHANGE: …`.
  package struct Footer: Hashable, Sendable {
    /// As written.
    package let token: String
    /// All lines up to the next footer, without surrounding blanks and line ends.
    package let value: String

    /// Rules 12, 15 and 16: only this token is case-sensitive.
    package var isBreaking: Bool { token == "BREAKING CHANGE" || token == "BREAKING-CHANGE" }

    /// Whether its name is `token`, ignoring case.
    package func isNamed(_ token: String) -> Bool {
      self.token.utf8.elementsEqual(token.utf8) { $0.lowercased == $1.lowercased }
    }
  }

  /// The first non-empty line, without surrounding blanks.
  package let header: String
  /// The parts of the header; nil if it is not conventional.
  package let conventional: ConventionalHeader?
  package let footers: [Footer]
  private let bytes: [UInt8]
  private let bodySpan: Range<Int>

  /// Parses `bytes`.
  package init(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    var lines = LineSpans(of: bytes, from: 0)
    var headerLine: ArraySlice<UInt8> = []
    while headerLine.isEmpty, let line = lines.next() { headerLine = bytes[line].trimmingBlanks() }
    header = String(decoding: headerLine, as: UTF8.self)
    conventional = ConventionalHeader(headerLine)
    let start = min(lines.start, bytes.count)
    let footersStart = Self.startOfFooters(in: bytes, from: start)
    footers = Self.footers(in: bytes, from: footersStart)
    bodySpan = start..<footersStart
    self.bytes = bytes
  }

  /// The text between header and footers, without surrounding empty lines.
  package var body: String { Self.text(of: bytes[bodySpan]) }

  /// Returns the lines as one text, without surrounding empty lines.
  private static func text(of lines: ArraySlice<UInt8>) -> String {
    let isEmpty = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }), let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return "" }
    let start = lines[..<first].lastIndex(of: .lineFeed).map { $0 + 1 } ?? lines.startIndex
    let text = lines[start..<(lines[last...].firstIndex(of: .lineFeed) ?? lines.endIndex)]
    guard text.contains(.carriageReturn) else { return String(decoding: text, as: UTF8.self) }
    let kept = text.indices.filter { index in
      text[index] != .carriageReturn || (index + 1 < text.endIndex && text[index + 1] != .lineFeed)
    }
    return String(decoding: kept.map { text[$0] }, as: UTF8.self)
  }
}

/// The lines of a text in order, without line feeds.
private struct LineSpans: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  /// The start of the next line; beyond the end if there is none.
  private(set) var start: Int

  init(of bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.start = start
  }

  mutating func next() -> Range<Int>? {
    guard start <= bytes.count else { return nil }
    let end = bytes.index(after: start) { $0 != .lineFeed }
    defer { start = end + 1 }
    return start..<end
  }
}

extension [UInt8] {
  fileprivate func isBlank(_ line: Range<Int>) -> Bool {
    index(after: line.lowerBound) { $0.isBlank || $0 == .carriageReturn } >= line.upperBound
  }
}

// MARK: Footers

extension CommitMessage {
  /// Returns the start of the first footer after an empty line. A breaking change counts wherever a line begins with
  /// it: its intent is clear, and missing it would break every user of the project.
  private static func startOfFooters(in bytes: [UInt8], from start: Int) -> Int {
    var isAfterEmptyLine = false
    for line in LineSpans(of: bytes, from: start) {
      if isAfterEmptyLine || bytes.byte(at: line.lowerBound) == FooterMark.breakingStart,
        let mark = FooterMark(in: bytes, at: line.lowerBound), isAfterEmptyLine || mark.isBreaking
      {
        return line.lowerBound
      }
      isAfterEmptyLine = bytes.isBlank(line)
    }
    return bytes.count
  }

  /// Parses the footers. Rule 10: a value continues until the next footer begins.
  private static func footers(in bytes: [UInt8], from start: Int) -> [Footer] {
    var footers: [Footer] = []
    var open: (mark: FooterMark, line: Range<Int>)?
    func close(at end: Int) {
      guard let (mark, line) = open else { return }
      let first = bytes[mark.valueStart..<line.upperBound].trimmingBlanks()
      let token = String(decoding: bytes[line.lowerBound..<mark.tokenEnd], as: UTF8.self)
      footers.append(Footer(token: token, value: text(of: first + bytes[Swift.min(line.upperBound, end)..<end])))
    }
    for line in LineSpans(of: bytes, from: start) {
      if let next = FooterMark(in: bytes, at: line.lowerBound) {
        close(at: line.lowerBound)
        open = (next, line)
      } else if bytes.has("(cherry picked from commit ", at: line.lowerBound) {
        close(at: line.lowerBound)
        open = nil
      }
    }
    close(at: bytes.count)
    return footers
  }
}

/// The beginning of a footer: a token and its separator, `: ` or ` #`. Rules 8 and 9.
private struct FooterMark {
  let isBreaking: Bool
  /// The end of the token, which begins the line.
  let tokenEnd: Int
  /// The start of the value.
  let valueStart: Int

  static let breakingStart = UInt8(ascii: "B")

  /// - Parameter start: The start of a line.
  init?(in bytes: [UInt8], at start: Int) {
    isBreaking =
      bytes.byte(at: start) == Self.breakingStart
      && (bytes.has("BREAKING CHANGE", at: start) || bytes.has("BREAKING-CHANGE", at: start))
    let end = isBreaking ? start + 15 : bytes.index(after: start) { $0.isTokenByte }
    guard end > start, bytes[start] != UInt8(ascii: "-") else { return nil }
    if bytes.byte(at: end) == UInt8(ascii: ":") {
      // git removes the blank if the value begins on the next line, with the same meaning.
      guard isBreaking || bytes.byte(at: end + 1)?.isBlank == true else { return nil }
      valueStart = end + 1
    } else if bytes.byte(at: end) == .space, bytes.byte(at: end + 1) == UInt8(ascii: "#") {
      valueStart = end + 2
    } else {
      return nil
    }
    tokenEnd = end
  }
}

extension UInt8 {
  fileprivate var isTokenByte: Bool { isLetter || isDigit || self == UInt8(ascii: "-") }
}
