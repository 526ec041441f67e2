import MartletCore

/// The form of the sections of a changelog: that of the newest ones with text.
struct SectionForm {
  let lineEnd: String
  /// The line ends between a heading and its text.
  let gap: String
  /// The empty lines and rules between two sections.
  let separator: String
  /// The marker of a list entry with its blanks.
  let bullet: String
  /// The level of the headings within a section; nil if it has none.
  let groupLevel: Int?
  /// Whether the newest sections begin with a line that has a date.
  let hasDateLine: Bool
  /// The form of that line; nil if it is unclear.
  let dateLine: HeadingForm?

  init(of document: ChangelogDocument) {
    let bytes = document.source.bytes
    let firstEnd = bytes.firstIndex(where: \.isLineEnd)
    let isWindows = firstEnd.map { bytes.has("\r\n", at: $0) } ?? false
    let lineEnd = isWindows ? "\r\n" : firstEnd.map { bytes[$0] == .carriageReturn ? "\r" : "\n" } ?? "\n"
    self.lineEnd = lineEnd
    let newest = document.isNewestFirst ? document.releases : document.releases.reversed()
    let bodies = newest.map { Self.lines(of: $0, in: document) }.filter {
      $0.contains { !$0.allSatisfy(\.isWhitespace) }
    }
    let blank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    gap = String(repeating: lineEnd, count: 1 + (bodies.first?.prefix(while: blank).count ?? 1))
    // The last section of the file may end in another way.
    let ends = newest.filter { $0.heading != document.releases.last?.heading }.map { Self.lines(of: $0, in: document) }
    let tail = ends.first { !$0.allSatisfy(blank) }.map { $0.suffix(while: { blank($0) || Self.isRule($0) }) } ?? [""]
    separator = ([""] + tail).map { $0 + lineEnd }.joined()
    let firstLines = bodies.map { $0.first { !blank($0) } ?? "" }
    let dateLines = firstLines.prefix(while: Self.isDateLine)
    hasDateLine = !dateLines.isEmpty
    dateLine = HeadingForm(ofLines: dateLines.map { ($0, nil) })
    let lines = bodies.prefix(3).flatMap { $0 }
    bullet = lines.lazy.compactMap(Self.bullet).first ?? "- "
    let headings = (bodies.first ?? []).map { $0.prefix { $0 == "#" }.count }
    groupLevel =
      bodies.isEmpty
      ? (document.releases.first ?? document.unreleased).map { $0.heading.level + 1 } ?? 3
      : headings.first { $0 > 0 }
  }

  private static func lines(of section: ChangelogDocument.Section, in document: ChangelogDocument) -> [String] {
    let text = document.source.string(at: section.body)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }

  /// Whether it is text with a date, outside of a list.
  static func isDateLine(_ line: String) -> Bool {
    bullet(of: line) == nil && !line.hasPrefix("#") && HeadingForm.hasDate(line)
  }

  private static func isRule(_ line: String) -> Bool {
    let marks = line.filter { $0 != " " }
    return marks.count > 2 && "-*_".contains(marks.first ?? " ") && marks.allSatisfy { $0 == marks.first }
  }

  private static func bullet(of line: String) -> String? {
    let start = line.prefix { $0 == " " }
    let rest = line.dropFirst(start.count)
    // Numbers may all be 1.
    let mark = rest.hasPrefix("1. ") ? "1." : rest.prefix(1)
    guard start.count < 4, mark == "1." || "-*+•".contains(mark.first ?? " "), !isRule(line) else { return nil }
    let blanks = rest.dropFirst(mark.count).prefix { $0 == " " || $0 == "\t" }
    return blanks.isEmpty ? nil : String(start + mark + blanks)
  }
}

extension ChangelogDocument {
  /// Returns generated notes with the bullets and headings of the newest sections, without headings if those have none.
  package func inItsForm(_ notes: String) -> String {
    let form = SectionForm(of: self)
    let indent = String(repeating: " ", count: form.bullet.count)
    var lines: [String] = []
    for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("- ") {
        lines.append(form.bullet + line.dropFirst(2))
      } else if line.hasPrefix("  ") {
        lines.append(indent + line.dropFirst(2))
      } else if line.hasPrefix("### "), form.groupLevel == nil {
        while lines.last == "" { lines.removeLast() }
      } else if line.hasPrefix("### "), let level = form.groupLevel {
        lines.append(String(repeating: "#", count: level) + line.dropFirst(3))
      } else if !line.isEmpty || !lines.isEmpty && form.groupLevel != nil {
        lines.append(String(line))
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Array {
  func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    suffix(reversed().prefix(while: condition).count)
  }
}
