import MartletCore

/// The first line of a commit message in the form of Conventional Commits 1.0.0: `type(scope)!: description`.
///
/// Source: conventionalcommits.org/en/v1.0.0, rules 1, 4, 5, 13 and 15. Colon and blank are required, without a blank
/// before them, and the description is not empty. A type may be any word; release rules decide its level. An empty
/// scope, which the rules do not allow, counts as no scope, so that the type is not lost.
package struct ConventionalHeader: Hashable, Sendable {
  /// In lower case, because types are case-insensitive.
  package let type: String
  /// As written; nil if there is none.
  package let scope: String?
  /// Whether there is a `!` before the colon.
  package let isBreaking: Bool
  /// Without surrounding blanks.
  package let description: String

  /// The types of commitlint's configuration for Conventional Commits.
  package static let commonTypes: Set = [
    "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test",
  ]

  /// Whether it may be an ordinary line, such as `Parser: Accept tabs`.
  package var isPlain: Bool { scope == nil && !isBreaking && !Self.commonTypes.contains(type) }

  /// Parses `line`; nil if it is not a conventional header.
  package init?(_ line: ArraySlice<UInt8>) {
    let start = line.index(after: line.startIndex) { $0.isBlank }
    var end = line.index(after: start) { !$0.endsType }
    guard end > start else { return nil }
    type = String(decoding: line[start..<end], as: UTF8.self).lowercased()
    var scope: String?
    if line.byte(at: end) == UInt8(ascii: "(") {
      let close = line.index(after: end + 1) { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "(") }
      guard line.byte(at: close) == UInt8(ascii: ")") else { return nil }
      scope = String(decoding: line[(end + 1)..<close].trimmingBlanks(), as: UTF8.self)
      end = close + 1
    }
    isBreaking = line.byte(at: end) == UInt8(ascii: "!")
    if isBreaking { end += 1 }
    guard line.byte(at: end) == UInt8(ascii: ":"), line.byte(at: end + 1)?.isBlank == true else { return nil }
    description = String(decoding: line[(end + 1)...].trimmingBlanks(), as: UTF8.self)
    guard !description.isEmpty else { return nil }
    self.scope = scope?.isEmpty == true ? nil : scope
  }
}

extension UInt8 {
  /// Whether it ends a type: not allowed in types, or before the colon.
  fileprivate var endsType: Bool {
    switch self {
    case ...UInt8.space, 0x7F, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ":"), UInt8(ascii: "!"): true
    default: false
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int, SubSequence: RandomAccessCollection {
  /// Returns the bytes without surrounding spaces, tabs and carriage returns.
  func trimmingBlanks() -> SubSequence {
    let isBlank = { (byte: UInt8) in byte.isBlank || byte == .carriageReturn }
    let start = index(after: startIndex, while: isBlank)
    let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
