import TextEditing

/// The message of a commit, taken apart: header, body, footers.
///
/// It is read as bytes, in one pass whatever its size; what is no UTF-8 is shown as U+FFFD.
package struct CommitMessage: Hashable, Sendable {
  /// One footer: `Reviewed-by: Z`, `Refs #133`, `BREAKING CHANGE: …`.
  package struct Footer: Hashable, Sendable {
    /// As it is written.
    package let token: String
    /// All lines up to the next footer, without blanks and line ends around them.
    package let value: String

    /// Rules 12, 15 and 16: of all that is written, only this needs capital letters.
    package var isBreaking: Bool { token == "BREAKING CHANGE" || token == "BREAKING-CHANGE" }

    /// Whether it is called `token`, which is compared without case.
    package func isNamed(_ token: String) -> Bool { self.token.lowercased() == token.lowercased() }
  }

  /// The first line that is not empty, without blanks around it.
  package let header: String
  /// What the header says; nil when it is no conventional one.
  package let conventional: ConventionalHeader?
  /// What stands between header and footers, without empty lines around it.
  package let body: String
  package let footers: [Footer]

  /// The message that `bytes` hold.
  package init(_ bytes: some Collection<UInt8>) {
    let lines = Array(bytes).split(separator: .lineFeed, omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.trimmingBlanks().isEmpty } ?? lines.endIndex
    let headerLine = lines[first...].first?.trimmingBlanks() ?? []
    header = String(decoding: headerLine, as: UTF8.self)
    conventional = ConventionalHeader(headerLine)
    let rest = lines[first...].dropFirst()
    let footersStart = Self.startOfFooters(in: rest)
    body = Self.text(of: rest[..<footersStart])
    footers = Self.footers(in: rest[footersStart...])
  }

  /// The lines as one text, without empty lines around it.
  private static func text(of lines: ArraySlice<ArraySlice<UInt8>>) -> String {
    let isEmpty = { (line: ArraySlice<UInt8>) in line.trimmingBlanks().isEmpty }
    let start = lines.firstIndex { !isEmpty($0) } ?? lines.endIndex
    let end = lines.lastIndex { !isEmpty($0) }.map { $0 + 1 } ?? start
    let bytes = lines[start..<end].map { $0.last == .carriageReturn ? $0.dropLast() : $0 }
      .joined(separator: [.lineFeed])
    return String(decoding: Array(bytes), as: UTF8.self)
  }
}

// MARK: Footers

extension CommitMessage {
  /// The first line that is a footer with an empty line before it. A breaking change is one wherever a line begins with
  /// it: its author said so, and to miss it would cost every user of the project.
  private static func startOfFooters(in lines: ArraySlice<ArraySlice<UInt8>>) -> Int {
    var isAfterEmptyLine = false
    for (index, line) in zip(lines.indices, lines) {
      if let mark = FooterMark(line), isAfterEmptyLine || mark.isBreaking { return index }
      isAfterEmptyLine = line.trimmingBlanks().isEmpty
    }
    return lines.endIndex
  }

  /// Rule 10: a value goes on until the next footer begins.
  private static func footers(in lines: ArraySlice<ArraySlice<UInt8>>) -> [Footer] {
    var footers: [Footer] = []
    var mark: FooterMark?
    var value: [ArraySlice<UInt8>] = []
    func close() {
      guard let mark else { return }
      footers.append(Footer(token: mark.token, value: text(of: value[...])))
    }
    for line in lines {
      if let next = FooterMark(line) {
        close()
        mark = next
        value = [line[next.valueStart...].trimmingBlanks()]
      } else if line.has("(cherry picked from commit ", at: line.startIndex) {
        close()
        mark = nil
      } else {
        value.append(line)
      }
    }
    close()
    return footers
  }
}

/// The beginning of a footer: a token and its separator, `: ` or ` #`. Rules 8 and 9.
private struct FooterMark {
  let token: String
  let isBreaking: Bool
  /// Where the value begins in the line.
  let valueStart: Int

  init?(_ line: ArraySlice<UInt8>) {
    let start = line.startIndex
    isBreaking = line.has("BREAKING CHANGE", at: start) || line.has("BREAKING-CHANGE", at: start)
    let end = isBreaking ? start + 15 : line.index(after: start) { $0.isTokenByte }
    guard end > start, line.byte(at: start) != UInt8(ascii: "-") else { return nil }
    if line.byte(at: end) == UInt8(ascii: ":") {
      // git takes the blank away when the value begins in the next line, and nobody who writes the words means less.
      guard isBreaking || line.byte(at: end + 1)?.isBlank == true else { return nil }
      valueStart = end + 1
    } else if line.has(" #", at: end) {
      valueStart = end + 2
    } else {
      return nil
    }
    token = String(decoding: line[start..<end], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isTokenByte: Bool { isLetter || isDigit || self == UInt8(ascii: "-") }
}
