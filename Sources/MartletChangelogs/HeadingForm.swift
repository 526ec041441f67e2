import MartletCore

/// The form of a changelog's version headings: declared in the Releasefile, or that of the newest one.
///
/// Words around the version and the date are kept only if the two newest headings agree on them: the title of one
/// release is not for the next.
struct HeadingForm {
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
  private var isDeclared = false

  /// The form of Keep a Changelog, `[1.5.0] - 2026-11-21`, with or without brackets.
  static func standard(opening: String = "## ", isBracketed: Bool = true) -> HeadingForm {
    var form = HeadingForm(
      pieces: [.text(isBracketed ? "[" : ""), .version, .text(isBracketed ? "] - " : " - "), .date])
    form.opening = opening
    return form
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Parses a form such as `Version ${version} (${date})`.
  init(_ declared: String) {
    let names: [(String, Piece)] = [
      ("${version}", .version), ("${date}", .date), ("${previous}", .previous), ("${year}", .part(0)),
      ("${month}", .part(1)), ("${day}", .part(2)),
    ]
    var pieces: [Piece] = []
    var (text, rest) = ("", declared[...])
    while !rest.isEmpty {
      if let (name, piece) = names.first(where: { rest.hasPrefix($0.0) }) {
        pieces += [.text(text), piece]
        (text, rest) = ("", rest.dropFirst(name.count))
      } else {
        text.append(rest.removeFirst())
      }
    }
    self.pieces = pieces + [.text(text)]
    isDeclared = true
  }

  /// Derives the form for `version` from the released headings, the newest first; nil if it is unclear, or if there are
  /// none.
  init?(of headings: [ChangelogHeading], for version: Version) {
    guard let newest = headings.first else { return nil }
    self.init(ofLines: headings.map { ($0.title, $0.writtenVersion) })
    // standard-version writes the headings of patches one level deeper.
    let isPatch = { (version: Version?) in version.map { $0.component(2) > 0 } ?? false }
    let isMixed = Set(headings.map(\.level)).count > 1
    opening = (isMixed ? headings.first { isPatch($0.version) == isPatch(version) } : nil)?.opening ?? newest.opening
    underline = newest.underline
    isUnderlineFixed = headings.prefix(3).contains { $0.underline.count != $0.title.count }
  }

  /// Derives the form from lines with their versions, the newest first.
  init?(ofLines lines: [(text: String, version: String?)]) {
    let forms = lines.map(Self.parse)
    guard let newest = forms.first, !newest.pieces.contains(where: \.hasYear),
      forms.dropFirst().first?.pieces == newest.pieces || !newest.pieces.hasTitle
    else { return nil }
    pieces = newest.pieces
    dates = forms.flatMap(\.dates)
  }

  /// Returns the heading of `version`, without its last line end; nil if its form is unclear: a date in another form,
  /// or a form that would be parsed as another version.
  func heading(of version: Version, date: String, previous: String?, lineEnd: String) -> String? {
    guard let title = line(with: version, date: date, previous: previous),
      (isDeclared ? self.version(of: title) : ChangelogHeading.version(in: title)) == version
    else { return nil }
    let line = underline.first.map { String(repeating: $0, count: isUnderlineFixed ? underline.count : title.count) }
    return opening + title + (line.map { lineEnd + $0 } ?? "")
  }

  /// Returns the line with other values; nil if the form of the date is unclear, or the previous tag unknown.
  func line(with version: Version, date: String, previous: String?) -> String? {
    let day = dates.isEmpty ? date : HeadingDate.text(of: date, like: dates)
    guard let day, previous != nil || !pieces.contains(.previous) else { return nil }
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .version: version.description
      case .previous: previous ?? ""
      case .date: day
      case .part(let index): String(date.split(separator: "-")[index])
      }
    }.joined()
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

  static func hasDate(_ line: String) -> Bool { !parse((line, nil)).dates.isEmpty }

  private static func parse(_ line: (text: String, version: String?)) -> (pieces: [Piece], dates: [HeadingDate]) {
    var (pieces, dates, text, rest) = ([Piece](), [HeadingDate](), "", line.text[...])
    func flush(_ piece: Piece) {
      pieces += [.text(text), piece]
      text = ""
    }
    while let next = rest.first {
      let isWordStart = text.last.map { !$0.isLetter && !$0.isNumber } ?? true
      if let version = line.version, rest.hasPrefix(version) {
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

extension [HeadingForm.Piece] {
  /// Whether there are words after the version, or in a line without one. An address is none.
  fileprivate var hasTitle: Bool {
    let texts = self[(firstIndex(of: .version) ?? 0)...].map { if case .text(let text) = $0 { text } else { "" } }
    var line = texts.joined()
    if let start = line.firstRange(of: "]("), let end = line[start.upperBound...].firstIndex(of: ")") {
      line.removeSubrange(start.lowerBound..<end)
    }
    return line.contains { $0.isLetter || $0.isNumber }
  }
}
