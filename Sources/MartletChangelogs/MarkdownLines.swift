import MartletCore

/// A single pass over the lines of a Markdown file that collects its headings and link definitions.
struct MarkdownLines {
  private(set) var headings: [ChangelogHeading] = []
  private(set) var links: [ChangelogDocument.LinkDefinition] = []
  private let source: SourceText
  private let lines: [Range<Int>]
  /// The declared form of version headings; nil: Markdown's.
  private let form: HeadingForm?
  /// The fence that closes the open code block; empty outside code.
  private var fence: [UInt8] = []
  private var isInComment = false
  /// The previous line, if it is the first of a paragraph and so may be an underlined heading.
  private var paragraphStart: Range<Int>?
  private var isInParagraph = false

  init(_ source: SourceText, form: HeadingForm? = nil) {
    self.source = source
    self.form = form
    lines = source.lineSpans
  }

  /// The offset after which only link definitions and empty lines follow.
  var endOfText: Int {
    let starts = Set(links.map(\.line.lowerBound))
    var end = source.bytes.count
    for line in lines.reversed() {
      if source.bytes[line].allSatisfy(\.isBlank) { continue }
      guard starts.contains(line.lowerBound) else { break }
      end = line.lowerBound
    }
    return end
  }

  mutating func scan() {
    for (index, line) in lines.enumerated() {
      let next = index + 1 < lines.count ? lines[index + 1].lowerBound : source.bytes.count
      look(at: line, next: next)
    }
  }

  private mutating func look(at line: Range<Int>, next: Int) {
    let bytes = source.bytes[line]
    let start = bytes.index(after: line.lowerBound) { $0 == .space }
    let isIndented = start - line.lowerBound > 3 || bytes.byte(at: start) == .tab
    let text = bytes[min(start, line.upperBound)...]
    if !fence.isEmpty {
      if !isIndented, text.starts(with: fence), text.dropFirst(fence.count).allSatisfy({ $0.isBlank || $0 == fence[0] })
      {
        fence = []
      }
      return leaveParagraph()
    }
    if isInComment || (!isIndented && text.has("<!--", at: text.startIndex)) {
      isInComment = text.firstIndex(of: "-->", from: text.startIndex) == nil
      return leaveParagraph()
    }
    guard !text.allSatisfy(\.isBlank) else { return leaveParagraph() }
    if let form, let heading = ChangelogHeading(line, in: form, next: next, source: source) {
      headings.append(heading)
      return leaveParagraph()
    }
    guard !isIndented else {
      // In a paragraph it continues the paragraph, elsewhere it is code.
      paragraphStart = nil
      return
    }
    if let opening = Self.fence(at: text) {
      fence = opening
      leaveParagraph()
    } else if let heading = ChangelogHeading(numberSigns: line, next: next, in: source) {
      append(heading)
    } else if let title = paragraphStart, let heading = ChangelogHeading(title, underline: line, next: next, in: source)
    {
      append(heading)
    } else if !isInParagraph, let link = Self.link(at: line, text) {
      links.append(
        .init(label: source.string(at: link.label), line: line, address: link.address))
    } else {
      paragraphStart = isInParagraph ? nil : line
      isInParagraph = true
    }
  }

  /// If a form is declared, other headings have no version.
  private mutating func append(_ heading: ChangelogHeading) {
    if form == nil || heading.isUnreleased { headings.append(heading) }
    leaveParagraph()
  }

  private mutating func leaveParagraph() {
    paragraphStart = nil
    isInParagraph = false
  }

  private static func fence(at text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = text.first, "`~".utf8.contains(first) else { return nil }
    let run = Array(text.prefix { $0 == first })
    let isCode = run.count >= 3 && (first != UInt8(ascii: "`") || !text.dropFirst(run.count).contains(first))
    return isCode ? run : nil
  }

  /// Parses `[label]: address`, the address up to the first blank.
  private static func link(at line: Range<Int>, _ text: ArraySlice<UInt8>) -> (label: Range<Int>, address: Range<Int>)?
  {
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: "]:", from: text.startIndex) else {
      return nil
    }
    let start = text.index(after: end + 2, while: \.isBlank)
    let stop = text.index(after: start) { !$0.isBlank }
    return start < stop && end > text.startIndex + 1 ? (text.startIndex + 1..<end, start..<stop) : nil
  }
}
