/// The differences between two versions of a file, in the format of `patch` and `git apply`.
///
/// Lines end at LF, as in both programs, and are compared as bytes: a text in another Unicode normal form is different.
package struct UnifiedDiff: Sendable {
  /// The numbers of removed and inserted lines.
  package let removedCount: Int
  package let insertedCount: Int
  private let path: RelativePath
  /// The changes after the equal lines at the start, of which only those around the first change are included.
  private let changes: [Change]
  private let equalLineCount: Int
  private let isNewFile: Bool

  private typealias Line = CommonLines.Line

  private enum Change {
    case kept(Line)
    case removed(Line)
    case inserted(Line)
  }

  /// Compares `old` (nil: the file is new) with `new`; invalid UTF-8 is shown as U+FFFD.
  package init(from old: SourceText?, to new: SourceText) {
    path = new.path
    isNewFile = old == nil
    let (oldBytes, newBytes) = (old?.bytes ?? [], new.bytes)
    let start = Self.equalStart(of: oldBytes, and: newBytes)
    equalLineCount = newBytes[..<start].count { $0 == .lineFeed }
    changes = Self.changes(from: Self.lines(oldBytes[start...]), to: Self.lines(newBytes[start...]))
    removedCount = changes.count { if case .removed = $0 { true } else { false } }
    insertedCount = changes.count { if case .inserted = $0 { true } else { false } }
  }

  /// The number of lines around a change.
  private static let context = 3

  /// Returns the header lines and the hunks with three lines around each change, or fewer; empty without changes.
  package func rendered(context: Int = Self.context) -> String {
    let hunks = hunks(context: min(context, Self.context))
    guard !hunks.isEmpty else { return "" }
    var text = "--- \(isNewFile ? "/dev/null" : path.inHeader(after: "a/"))\n+++ \(path.inHeader(after: "b/"))\n"
    var (oldLine, newLine, end) = (equalLineCount, equalLineCount, 0)
    for hunk in hunks {
      let body = changes[hunk].map(Self.line).joined()
      let oldCount = changes[hunk].count { if case .inserted = $0 { false } else { true } }
      let newCount = changes[hunk].count { if case .removed = $0 { false } else { true } }
      oldLine += hunk.lowerBound - end
      newLine += hunk.lowerBound - end
      text += "@@ -\(Self.range(after: oldLine, oldCount)) +\(Self.range(after: newLine, newCount)) @@\n\(body)"
      (oldLine, newLine, end) = (oldLine + oldCount, newLine + newCount, hunk.upperBound)
    }
    return text
  }

  /// Returns the start of the line so many lines before the first difference as a hunk shows: in a project file of
  /// megabytes, most lines are before it.
  private static func equalStart(of old: [UInt8], and new: [UInt8]) -> Int {
    var start = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        let end = min(old.count, new.count)
        var index = 0
        func word(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        }
        while index + 8 <= end, word(old) == word(new) { index += 8 }
        while index < end, old[index] == new[index] { index += 1 }
        return index
      }
    }
    for _ in 0...context {
      start = new[..<start].lastIndex(of: .lineFeed) ?? 0
    }
    return start == 0 ? 0 : start + 1
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    if let last = lines.popLast(), !last.isEmpty { lines.append(last + "\n\\ No newline at end of file".utf8) }
    return lines
  }

  /// The common head and tail are removed first, so that the search covers only the lines between the changes.
  private static func changes(from old: [Line], to new: [Line]) -> [Change] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
    var changes = old.prefix(head).map(Change.kept)
    var (left, right) = (0, 0)
    let end = (old: oldMiddle.count, new: newMiddle.count)
    for pair in CommonLines(of: oldMiddle, and: newMiddle).pairs() + [end] {
      changes += oldMiddle[left..<pair.old].map(Change.removed)
      changes += newMiddle[right..<pair.new].map(Change.inserted)
      if pair != end { changes.append(.kept(oldMiddle[pair.old])) }
      (left, right) = (pair.old + 1, pair.new + 1)
    }
    return changes + old.suffix(tail).map(Change.kept)
  }

  private func hunks(context: Int) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, change) in changes.enumerated() {
      if case .kept = change { continue }
      let around = max(0, index - context)..<min(changes.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= around.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
      } else {
        hunks.append(around)
      }
    }
    return hunks
  }

  private static func line(of change: Change) -> String {
    switch change {
    case .kept(let line): " \(String(decoding: line, as: UTF8.self))\n"
    case .removed(let line): "-\(String(decoding: line, as: UTF8.self))\n"
    case .inserted(let line): "+\(String(decoding: line, as: UTF8.self))\n"
    }
  }

  /// Returns a hunk's lines, `start,count`; an empty range names the line before it.
  private static func range(after line: Int, _ count: Int) -> String {
    count == 1 ? "\(line + 1)" : "\(count == 0 ? line : line + 1),\(count)"
  }
}

extension RelativePath {
  /// Returns the path in a header line, in git's spelling: in quotes with the escapes of C if it contains a quote, a
  /// backslash or a control character; followed by a tab if it contains a space, which would end it for `patch`.
  fileprivate func inHeader(after prefix: String) -> String {
    let isQuoted = string.utf8.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard isQuoted else { return prefix + string + (string.utf8.contains(.space) ? "\t" : "") }
    let escaped = string.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ", "\u{7F}":
        "\\" + String(scalar.value + 0o1000, radix: 8).dropFirst()
      default: String(scalar)
      }
    }
    return "\"\(prefix)\(escaped.joined())\""
  }
}
