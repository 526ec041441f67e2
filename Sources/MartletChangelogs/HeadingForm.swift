import MartletCore

/// The form of a changelog's version headings: declared in the Releasefile, or that of the newest ones.
///
/// The text around version and date is kept if it is punctuation, or if the two newest headings agree on it: the title
/// of one release is not for the next.
struct HeadingForm: Hashable {
  fileprivate enum Piece: Hashable {
    case text(String)
    case version
    /// The tag of the previous release, in an address that compares both.
    case previous
    case date
    /// The year, month or day of the date.
    case part(Int)
  }

  private let pieces: [Piece]
  private var dates: [HeadingDate] = []
  private var opening = ""
  /// The underline below the title; empty for number signs.
  private var underline = ""
  private var isUnderlineFixed = false
  private var hasUnknownDate = false
  private var isDeclared = false

  /// The form of Keep a Changelog, `[1.5.0] - 2026-11-21`, with or without brackets.
  static func standard(opening: String = "## ", isBracketed: Bool = true) -> HeadingForm {
    HeadingForm(
      pieces: [.text(isBracketed ? "[" : ""), .version, .text(isBracketed ? "] - " : " - "), .date], opening: opening)
  }

  private init(pieces: [Piece], opening: String) {
    self.pieces = pieces
    self.opening = opening
  }

  /// Parses a form such as `Version ${version} (${date})`.
  init(_ declared: String) {
    var pieces: [Piece] = []
    var rest = declared[...]
    while !rest.isEmpty {
      let names: [(String, Piece)] = [
        ("${version}", .version), ("${date}", .date), ("${previous}", .previous), ("${year}", .part(0)),
        ("${month}", .part(1)), ("${day}", .part(2)),
      ]
      let next = names.compactMap { name, piece in rest.firstRange(of: name).map { ($0, piece) } }
        .min { $0.0.lowerBound < $1.0.lowerBound }
      pieces.append(.text(String(rest[..<(next?.0.lowerBound ?? rest.endIndex)])))
      if let next { pieces.append(next.1) }
      rest = rest[(next?.0.upperBound ?? rest.endIndex)...]
    }
    if case .text? = pieces.last {} else { pieces.append(.text("")) }
    self.pieces = pieces
    isDeclared = true
  }

  /// Derives the form for `version` from the released headings, the newest first; nil if there are none.
  init?(of headings: [ChangelogHeading], for version: Version) {
    guard let newest = headings.first else { return nil }
    let forms = headings.map(Self.parse)
    let isShared = forms.count > 1 && forms[1].pieces == forms[0].pieces
    pieces = isShared ? forms[0].pieces : Self.punctuation(of: forms[0].pieces)
    hasUnknownDate = forms[0].pieces.contains(where: \.hasYear)
    dates = forms.flatMap(\.dates)
    // standard-version writes the headings of patches one level deeper.
    let isPatch = { (version: Version?) in version.map { $0.component(2) > 0 } ?? false }
    let isMixed = Set(headings.map(\.level)).count > 1
    opening = (isMixed ? headings.first { isPatch($0.version) == isPatch(version) } : nil)?.opening ?? newest.opening
    underline = newest.underline
    isUnderlineFixed = headings.prefix(3).contains { $0.underline.count != $0.title.count }
  }

  /// Returns the heading of `version`, without its last line end; nil if its form is unclear: a date in another form,
  /// or a form that would be parsed as another version.
  func heading(of version: Version, date: String, previous: String?, lineEnd: String) -> String? {
    let day = dates.isEmpty ? date : HeadingDate.text(of: date, like: dates)
    guard let day, previous != nil || !pieces.contains(.previous) else { return nil }
    let title = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .version: version.description
      case .previous: previous ?? ""
      case .date: day
      case .part(let index): String(date.split(separator: "-")[index])
      }
    }.joined()
    let read = isDeclared ? self.version(of: title) : ChangelogHeading.version(in: title)
    guard !hasUnknownDate, read == version else { return nil }
    let line = underline.first.map { String(repeating: $0, count: isUnderlineFixed ? underline.count : title.count) }
    return opening + title + (line.map { lineEnd + $0 } ?? "")
  }
}

// MARK: Recognition

extension HeadingForm {
  /// Returns the version of a line in a declared form; nil for another line. Any text may be in the place of the date.
  func version(of line: String) -> Version? {
    guard let index = pieces.firstIndex(of: .version), index > 0, case .text(let before) = pieces[index - 1],
      let start = before.isEmpty ? line.startIndex : line.firstRange(of: before)?.upperBound,
      index > 1 || line.hasPrefix(before)
    else { return nil }
    let rest = line[start...]
    let text = rest.prefix { $0.isLetter || $0.isNumber || ".-+".contains($0) }
    let after = pieces.dropFirst(index + 1).first
    guard case .text(let end)? = after, rest.dropFirst(text.count).hasPrefix(end) else { return nil }
    return text.contains(".") ? try? Version(String(text)) : nil
  }
}

// MARK: Derivation

extension HeadingForm {
  /// Returns the form without titles: the part before the version, an address after it, and the date.
  private static func punctuation(of pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    for piece in pieces {
      if case .text(let text) = piece {
        // After the previous version, it is still the address.
        let isTitle = result.contains(.version) && result.last != .previous
        result.append(.text(isTitle ? text.withoutWords : text))
      } else {
        // Without a separator, version and date would be one word.
        if piece == .date, result.last == .text(""), result.contains(.version) {
          result[result.count - 1] = .text(" ")
        }
        result.append(piece)
      }
    }
    return result
  }

  private static func parse(_ heading: ChangelogHeading) -> (pieces: [Piece], dates: [HeadingDate]) {
    guard let version = heading.writtenVersion else { return ([], []) }
    var (pieces, dates, text, rest) = ([Piece](), [HeadingDate](), "", heading.title[...])
    func flush(_ piece: Piece) {
      pieces += [.text(text), piece]
      text = ""
    }
    while let next = rest.first {
      let isWordStart = text.last.map { !$0.isLetter && !$0.isNumber } ?? true
      if rest.hasPrefix(version) {
        flush(.version)
        rest = rest.dropFirst(version.count)
      } else if text.hasSuffix("/compare/"), let dots = rest.firstRange(of: "..") {
        flush(.previous)
        rest = rest[dots.lowerBound...]
      } else if isWordStart, next.isNumber || next.isLetter, let date = HeadingDate(at: rest) {
        dates.append(date)
        flush(.date)
        rest = rest.dropFirst(date.length)
      } else {
        text.append(rest.removeFirst())
      }
    }
    pieces.append(.text(text))
    return (pieces, dates)
  }
}

extension HeadingForm.Piece {
  /// Whether it is a text with a year, which is a date in an unknown form.
  fileprivate var hasYear: Bool {
    guard case .text(let text) = self else { return false }
    return text.split { !$0.isNumber }.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
  }
}

extension String {
  /// The text without a title, which does not apply to the next version: ` - The big one](https://…` becomes
  /// `](https://…`, `: The big one` becomes empty, `] The big one (` becomes `] (`.
  fileprivate var withoutWords: String {
    if let link = firstRange(of: "](") { return String(self[link.lowerBound...]) }
    guard let first = firstIndex(where: { $0.isLetter || $0.isNumber }) else { return self }
    let end = self.reversed().prefix { " -–—(,:/".contains($0) }.reversed()
    return String(self[..<first].filter { "])".contains($0) }) + String(end)
  }
}
