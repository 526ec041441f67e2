import MartletCore

/// Parses the lines of an `.xcconfig` file.
struct XcconfigParser {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index = 0

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Parses the statements, and the whole lines of each.
  mutating func parse() -> (statements: [Xcconfig.Statement], lines: [Range<Int>]) {
    var statements: [Xcconfig.Statement] = []
    var lines: [Range<Int>] = []
    while index < bytes.count {
      let lineStart = index
      skipBlanksAndComment()
      if !isAtLineEnd {
        do {
          statements.append(try statement())
        } catch {
          statements.append(.problem(BuildSettingsProblem(error.problem, at: error.span, of: source)))
        }
      }
      skipRestOfLine()
      skipLineEnd()
      if lines.count < statements.count { lines.append(lineStart..<index) }
    }
    return (statements, lines)
  }

  private struct SyntaxError: Error {
    let problem: BuildSettingsError
    let span: Range<Int>
  }

  private mutating func statement() throws(SyntaxError) -> Xcconfig.Statement {
    if current == UInt8(ascii: "#") { return .inclusion(try inclusion()) }
    return .assignment(try assignment())
  }

  // MARK: - Inclusions

  private mutating func inclusion() throws(SyntaxError) -> Xcconfig.Inclusion {
    let start = index
    index += 1
    skipBlanksAndComment()
    let word = takeUntil(\.isXcconfigBlank)
    guard ["include", "include?"].contains(source.string(at: word)) else {
      throw SyntaxError(problem: .unknownDirective(source.string(at: start..<word.upperBound)), span: start..<index)
    }
    skipBlanksAndComment()
    guard current == UInt8(ascii: "\"") else { throw error(.noFileName) }
    let quote = index
    index += 1
    let name = takeUntil { $0 == UInt8(ascii: "\"") }
    guard current == UInt8(ascii: "\"") else { throw SyntaxError(problem: .unterminatedFileName, span: quote..<index) }
    index += 1
    skipBlanksAndComment()
    guard isAtLineEnd else { throw error(.textAfterFileName) }
    return Xcconfig.Inclusion(
      name: source.string(at: name), span: name, isOptional: source.string(at: word) == "include?")
  }

  // MARK: - Assignments

  private mutating func assignment() throws(SyntaxError) -> Assignment {
    let start = index
    guard let first = current, first.isIdentifier, !first.isDigit else { throw error(.noSettingName) }
    let name = take(while: \.isIdentifier)
    var end = index
    skipBlanksAndComment()
    var conditions: [Condition] = []
    while current == UInt8(ascii: "[") {
      conditions.append(try condition())
      end = index
      skipBlanksAndComment()
    }
    guard current == UInt8(ascii: "=") else { throw error(.noEqualsSign) }
    index += 1
    return Assignment(source.string(at: name), conditions: conditions, value: value(), nameSpan: start..<end)
  }

  private mutating func condition() throws(SyntaxError) -> Condition {
    let start = index
    index += 1
    let parameterStart = index
    while !isAtLineEnd, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: "]") { index += 1 }
    let parameter = parameterStart..<index
    guard !isAtLineEnd else { throw SyntaxError(problem: .unterminatedCondition, span: start..<index) }
    guard current == UInt8(ascii: "=") else {
      throw SyntaxError(problem: .conditionWithoutEqualsSign, span: start..<index)
    }
    index += 1
    let pattern = takeUntil { $0 == UInt8(ascii: "]") }
    guard current == UInt8(ascii: "]") else { throw SyntaxError(problem: .unterminatedCondition, span: start..<index) }
    index += 1
    return Condition(source.string(at: parameter), source.string(at: pattern))
  }

  /// Parses a value. Its lines are joined by one blank. A line with only a `\` adds nothing, whereas a last line with
  /// only a `;` adds the blank.
  private mutating func value() -> LocatedText {
    var lines: [Range<Int>] = []
    var emptySpan: Range<Int>?
    while let line = valueLine() {
      emptySpan = emptySpan ?? line.lowerBound..<line.lowerBound
      guard line.last.map({ bytes[$0] == UInt8(ascii: "\\") }) == true else {
        lines.append(line)
        break
      }
      let kept = trimmedOfSpaces(line.lowerBound..<line.upperBound - 1)
      if !kept.isEmpty { lines.append(kept) }
      skipLineEnd()
    }
    return text(of: lines, emptyAt: emptySpan ?? index..<index)
  }

  private func text(of lines: [Range<Int>], emptyAt emptySpan: Range<Int>) -> LocatedText {
    var text: [UInt8] = []
    var runs: [LocatedText.Run] = []
    for line in lines {
      if !runs.isEmpty { text.append(.space) }
      runs.append(LocatedText.Run(text.count..<text.count + line.count, offset: line.lowerBound))
      text += bytes[line]
    }
    let span = lines.isEmpty ? emptySpan : lines[0].lowerBound..<lines[lines.count - 1].upperBound
    if runs.isEmpty { runs = [LocatedText.Run(0..<0, offset: span.lowerBound)] }
    return LocatedText(text, of: source, at: span, runs: runs)
  }

  /// Parses what one line adds to a value; nil when it has only blanks and a comment. Leaves `index` at the line's end,
  /// or before the comment when there is nothing else.
  private mutating func valueLine() -> Range<Int>? {
    while let byte = current, byte.isXcconfigBlank { index += 1 }
    guard !isAtLineEnd, !isAtComment else { return nil }
    let start = index
    while !isAtLineEnd, !isAtComment { index += 1 }
    var line = trimmed(start..<index)
    skipRestOfLine()
    if let last = line.last, bytes[last] == UInt8(ascii: ";") { line = trimmed(line.lowerBound..<last) }
    return line
  }

  // MARK: - Bytes

  private var current: UInt8? { bytes.byte(at: index) }

  private var isAtComment: Bool { bytes.has("//", at: index) }

  private var isAtLineEnd: Bool { lineEndLength > 0 || index >= bytes.count }

  /// The length of the line end at `index`, 0 if none. U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
  private var lineEndLength: Int {
    switch current {
    case .some(.lineFeed): 1
    case .some(.carriageReturn): bytes.byte(at: index + 1) == .lineFeed ? 2 : 1
    case 0xE2:
      bytes.byte(at: index + 1) == 0x80 && (bytes.byte(at: index + 2) == 0xA8 || bytes.byte(at: index + 2) == 0xA9)
        ? 3 : 0
    default: 0
    }
  }

  private mutating func skipLineEnd() { index += lineEndLength }

  private mutating func skipRestOfLine() {
    while !isAtLineEnd { index += 1 }
  }

  private mutating func skipBlanksAndComment() {
    while let byte = current, byte.isXcconfigBlank { index += 1 }
    if isAtComment { skipRestOfLine() }
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    index = bytes.index(after: index, while: condition)
    return start..<index
  }

  /// Takes the bytes before the first one with `isEnd`, at most those of the line.
  private mutating func takeUntil(_ isEnd: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    while !isAtLineEnd, !isEnd(bytes[index]) { index += 1 }
    return start..<index
  }

  /// Returns `range` without blanks at either end.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, bytes[end - 1].isXcconfigBlank { end -= 1 }
    while start < end, bytes[start].isXcconfigBlank { start += 1 }
    return start..<end
  }

  /// Returns `range` without tabs and Unicode spaces at either end, which the engine trims from a line with a `\`.
  private func trimmedOfSpaces(_ range: Range<Int>) -> Range<Int> {
    let scalars = Array(String(decoding: bytes[range], as: UTF8.self).unicodeScalars)
    let leading = scalars.prefix(while: \.isSpace)
    let trailing = scalars.dropFirst(leading.count).reversed().prefix(while: \.isSpace)
    let start = range.lowerBound + leading.reduce(0) { $0 + UTF8.width($1) }
    return start..<range.upperBound - trailing.reduce(0) { $0 + UTF8.width($1) }
  }

  private func error(_ problem: BuildSettingsError) -> SyntaxError {
    SyntaxError(problem: problem, span: index..<min(index + 1, bytes.count))
  }
}

extension UInt8 {
  /// Space, tab, vertical tab or form feed.
  fileprivate var isXcconfigBlank: Bool { isBlank || self == 0x0B || self == 0x0C }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == "\t" || properties.generalCategory == .spaceSeparator }
}
