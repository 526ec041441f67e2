import MartletCore

/// Release notes in Markdown as sections with entries.
///
/// The headings of the highest level begin sections; deeper headings, list items and paragraphs are entries. A list item
/// that begins with bold text, such as `**Pinned windows.** They stay on top.`, has that text as its heading.
struct NotesOutline: Equatable {
  struct Section: Equatable {
    /// Empty for entries before the first heading.
    var title: String
    var entries: [Entry] = []
  }

  struct Entry: Equatable {
    /// Empty for an entry that is only a text.
    var heading = ""
    var text: String
  }

  /// The paragraphs before the first heading and the first list.
  private(set) var intro = ""
  private(set) var sections: [Section] = []

  init(_ markdown: String) {
    var parser = NotesOutlineParser()
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) { parser.take(line) }
    parser.endEntry()
    intro = parser.intro.trimmingBlankLines
    sections = parser.sections.filter { !$0.entries.isEmpty }
  }
}

/// Reads notes line by line.
private struct NotesOutlineParser {
  private(set) var intro = ""
  private(set) var sections: [NotesOutline.Section] = []
  /// The lines of the open entry; nil between entries.
  private var lines: [Substring]?
  private var heading = ""
  /// Whether the open entry is a list item.
  private var isItem = false
  private var sectionLevel: Int?
  private var isInCode = false
  private var isAfterBlank = false

  mutating func take(_ line: Substring) {
    defer { isAfterBlank = line.allSatisfy(\.isWhitespace) }
    let text = line.drop { $0 == " " }
    let indent = line.count - text.count
    let isFence = text.hasPrefix("```") || text.hasPrefix("~~~")
    if isInCode || isFence {
      if isFence { isInCode.toggle() }
      return append(line)
    }
    if indent < 4, let (level, title) = Self.heading(in: text) { return begin(title, level) }
    if indent < 2, let item = Self.item(in: text) {
      endEntry()
      (lines, isItem) = ([item], true)
      return
    }
    // Text without indentation after an empty line is no longer part of a list item.
    if isItem, isAfterBlank, indent == 0, !text.isEmpty { endEntry() }
    append(line)
  }

  private mutating func begin(_ title: String, _ level: Int) {
    endEntry()
    if sectionLevel == nil { sectionLevel = level }
    if let sectionLevel, level > sectionLevel {
      (heading, lines) = (title, [])
    } else {
      sections.append(NotesOutline.Section(title: title))
    }
  }

  private mutating func append(_ line: Substring) {
    if lines != nil {
      lines?.append(isItem ? line.drop { $0 == " " }.isEmpty ? "" : line.dropFirst(min(2, line.leadingSpaces)) : line)
    } else if sections.isEmpty {
      intro += "\(line)\n"
    } else if !line.allSatisfy(\.isWhitespace) {
      lines = [line]
    }
  }

  mutating func endEntry() {
    guard let lines else { return }
    var entry = NotesOutline.Entry(heading: heading, text: lines.joined(separator: "\n").trimmingBlankLines)
    if isItem, let (lead, rest) = Self.lead(of: entry.text) { entry = .init(heading: lead, text: rest) }
    if sections.isEmpty { sections.append(NotesOutline.Section(title: "")) }
    if !entry.heading.isEmpty || !entry.text.isEmpty { sections[sections.count - 1].entries.append(entry) }
    (self.lines, heading, isItem) = (nil, "", false)
  }

  private static let headingLine = Pattern(/(#{1,6})[ \t]+(.*?)[ \t#]*/)
  private static let itemLine = Pattern(/(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)/)
  private static let boldLead = Pattern(
    /\*\*([^*]+?[^*:])\*\*(?:[:.!]|[ \t]*[–—-])?\s+(.+)/.dotMatchesNewlines())

  private static func heading(in text: Substring) -> (level: Int, title: String)? {
    guard let match = text.wholeMatch(of: headingLine) else { return nil }
    return (match.output.1.count, String(match.output.2))
  }

  private static func item(in text: Substring) -> Substring? {
    text.wholeMatch(of: itemLine)?.output.1
  }

  /// The bold text at the beginning of an item. Bold text with a colon inside is the scope of a change.
  private static func lead(of text: String) -> (lead: String, rest: String)? {
    guard let match = text.wholeMatch(of: boldLead) else { return nil }
    let lead = match.output.1
    return (String(lead.hasSuffix(".") ? lead.dropLast() : lead), String(match.output.2))
  }
}

extension Substring {
  fileprivate var leadingSpaces: Int { prefix { $0 == " " }.count }
}

extension String {
  fileprivate var trimmingBlankLines: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines = lines.dropFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines = lines.dropLast() }
    return lines.joined(separator: "\n")
  }
}
