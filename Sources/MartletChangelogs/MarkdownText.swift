import MartletCore

/// Foreign text, such as the first line of a commit, escaped for Markdown: it keeps its content, and no markup in it
/// has an effect.
///
/// Source: CommonMark 0.31, sections 2.4, 4 and 6; GitHub, GitLab and Forgejo notify users after an `@`. Text between
/// equal runs of back-ticks is code, which has no markup, so it stays unchanged.
package struct MarkdownText {
  /// The text as one line of Markdown.
  package let escaped: String
  /// The ranges of code in its UTF-8, including the back-ticks.
  package let code: [Range<Int>]
  /// The maximal length of a line of notes, in scalars: forges accept no longer lines.
  fileprivate static let lengthLimit = 500

  package init(_ text: String) {
    if text.isOneLine, !text.utf8.contains(where: \.isMarkup), text.utf8.first?.isLineMarkup != true {
      (escaped, code) = (text, [])
      return
    }
    let scalars = Array(Self.line(of: text).unicodeScalars)
    var result = ""
    var code: [Range<Int>] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == "`" {
        let run = Self.run(of: "`", at: index, in: scalars)
        if let end = Self.closing(of: run, from: index + run, in: scalars) {
          let start = result.utf8.count
          result.unicodeScalars.append(contentsOf: scalars[index..<end])
          code.append(start..<result.utf8.count)
          index = end
        } else {
          result += String(repeating: "\\`", count: run)
          index += run
        }
      } else if let end = Self.endOfMention(at: index, of: scalars) {
        // As code, so that a forge notifies no user with that name. A comment ends the name beside other back-ticks.
        let isFree = result.last != "`" && (end == scalars.count || scalars[end] != "`")
        let start = result.utf8.count
        result += isFree ? "`" : "@<!-- -->"
        result.unicodeScalars.append(contentsOf: scalars[(isFree ? index : index + 1)..<end])
        if isFree {
          result += "`"
          code.append(start..<result.utf8.count)
        }
        index = end
      } else {
        Self.append(at: index, of: scalars, to: &result.unicodeScalars)
        index += 1
      }
    }
    escaped = result
    self.code = code
  }

  /// Returns the text in one line: line ends and runs of blanks become one blank, terminal controls become visible, and
  /// text that is too long is cut.
  private static func line(of text: String) -> String {
    if text.isOneLine { return text }
    let line = text.split { $0.isNewline || $0 == " " || $0 == "\t" }.joined(separator: " ").escapedForTerminal()
    let scalars = line.unicodeScalars
    return scalars.count <= lengthLimit ? line : String(scalars.prefix(lengthLimit - 1)) + "…"
  }

  private static func append(at index: Int, of scalars: [Unicode.Scalar], to result: inout String.UnicodeScalarView) {
    let scalar = scalars[index]
    let (before, after) = (index > 0 ? scalars[index - 1] : nil, index + 1 < scalars.count ? scalars[index + 1] : nil)
    switch scalar {
    case "\\", "*", "[", "]", "~", "|": result.append("\\")
    // In a word it does not emphasise, and names often contain it.
    case "_" where !(before.isWordPart && after.isWordPart): result.append("\\")
    case "#", "+", "-", "=", ">": if index == 0 { result.append("\\") }
    // A number begins a list.
    case _ where (scalar == "." || scalar == ")") && index > 0 && scalars[..<index].allSatisfy(\.isDigit):
      result.append("\\")
    default: break
    }
    switch scalar {
    case "<": result.append(contentsOf: "&lt;".unicodeScalars)
    case "&" where after.isEntityStart: result.append(contentsOf: "&amp;".unicodeScalars)
    default: result.append(scalar)
    }
  }

  /// Returns the end of the name after an `@`, of a user or an attribute; nil elsewhere.
  private static func endOfMention(at index: Int, of scalars: [Unicode.Scalar]) -> Int? {
    guard scalars[index] == "@", index == 0 || !Optional(scalars[index - 1]).isWordPart else { return nil }
    let end = scalars[(index + 1)...].firstIndex { !Optional($0).isWordPart && !"-_/".unicodeScalars.contains($0) }
    return end == index + 1 || index + 1 == scalars.count ? nil : end ?? scalars.count
  }

  private static func run(of scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar]) -> Int {
    (scalars[index...].firstIndex { $0 != scalar } ?? scalars.count) - index
  }

  /// Returns the end of the next run of exactly `length` back-ticks.
  private static func closing(of length: Int, from start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var index = start
    while let next = scalars[index...].firstIndex(of: "`") {
      let run = run(of: "`", at: next, in: scalars)
      if run == length { return next + run }
      index = next + run
    }
    return nil
  }
}

extension String {
  /// Whether it is already one line of printable ASCII, which is the common case.
  fileprivate var isOneLine: Bool {
    var last = UInt8.space
    for byte in utf8 {
      guard byte >= .space, byte < 0x7F, byte != .space || last != .space else { return false }
      last = byte
    }
    return isEmpty || (last != .space && utf8.count <= MarkdownText.lengthLimit)
  }
}

extension UInt8 {
  /// Whether it is markup anywhere, for Markdown or a forge.
  fileprivate var isMarkup: Bool {
    switch self {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// Whether it may be markup at the beginning of a line.
  fileprivate var isLineMarkup: Bool {
    switch self {
    case UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: ">"): true
    default: isDigit
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Unicode.Scalar? {
  fileprivate var isWordPart: Bool { map { $0.properties.isAlphabetic || $0.isDigit } ?? false }
  fileprivate var isEntityStart: Bool { map { $0 == "#" || $0.properties.isAlphabetic } ?? false }
}
