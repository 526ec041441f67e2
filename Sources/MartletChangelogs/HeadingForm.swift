import MartletCore

/// The form of a changelog's version headings, derived from the existing ones.
///
/// The text around version and date is kept if it is punctuation, or if the two newest headings agree on it: the title
/// of one release is not for the next.
struct HeadingForm: Hashable {
  /// The title with placeholders for `version` and `date`.
  private let pieces: [Piece]
  private let opening: String
  /// The version of the newest heading.
  private let newest: String
  /// The underline below the title; nil for number signs.
  private let underline: Character?

  enum Piece: Hashable {
    case text(String)
    case version
    /// The previous version, in an address that compares both.
    case previous
    case date(separator: Character)
  }

  /// The form of Keep a Changelog, `[1.5.0] - 2026-11-21`, with or without brackets.
  static func standard(opening: String = "## ", isBracketed: Bool = true) -> HeadingForm {
    HeadingForm(
      pieces: [.text(isBracketed ? "[" : ""), .version, .text(isBracketed ? "] - " : " - "), .date(separator: "-")],
      opening: opening, underline: nil)
  }

  /// Derives the form from the newest of `headings`; nil if none is of a version.
  init?(of headings: [ChangelogHeading]) {
    let named = Array(headings.filter { $0.version != nil }.prefix(3))
    guard let newest = named.first else { return nil }
    let forms = zip(named, named.dropFirst().map(\.version) + [nil]).map { Self.pieces(of: $0, after: $1) }
    let isShared = forms.count > 1 && forms[1] == forms[0]
    self.init(
      pieces: isShared ? forms[0] : Self.punctuation(of: forms[0]), opening: newest.opening,
      underline: newest.underline.first, newest: newest.version?.description ?? "")
  }

  private init(pieces: [Piece], opening: String, underline: Character?, newest: String = "") {
    self.pieces = pieces
    self.opening = opening
    self.underline = underline
    self.newest = newest
  }

  /// Returns the heading of `version`, without its last line end. A form that would be parsed as another version falls
  /// back to the standard form.
  func heading(of version: Version, date: String, lineEnd: String) -> String {
    let kept = title(of: version, date: date)
    let title =
      ChangelogHeading.version(in: kept) == version
      ? kept : Self.standard(isBracketed: false).title(of: version, date: date)
    return opening + title + (underline.map { lineEnd + String(repeating: $0, count: title.count) } ?? "")
  }

  private func title(of version: Version, date: String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .version: version.description
      case .previous: newest
      case .date(let separator): String(date.map { $0 == "-" ? separator : $0 })
      }
    }.joined()
  }

  /// Whether a link definition belongs to the heading: the version is in brackets without an address.
  var needsLink: Bool {
    guard let index = pieces.firstIndex(of: .version), index > 0, index + 1 < pieces.count,
      case .text(let before) = pieces[index - 1], case .text(let after) = pieces[index + 1]
    else { return false }
    return before.hasSuffix("[") && after.hasPrefix("]") && !after.hasPrefix("](")
  }

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
        if case .date = piece, result.last == .text(""), result.contains(.version) {
          result[result.count - 1] = .text(" ")
        }
        result.append(piece)
      }
    }
    return result
  }

  private static func pieces(of heading: ChangelogHeading, after previous: Version?) -> [Piece] {
    guard let version = heading.version?.description else { return [] }
    let previous = previous?.description
    var pieces: [Piece] = []
    var text = ""
    var rest = heading.title[...]
    func flush() {
      pieces.append(.text(text))
      text = ""
    }
    while !rest.isEmpty {
      if rest.hasPrefix(version) {
        flush()
        pieces.append(.version)
        rest = rest.dropFirst(version.count)
      } else if let previous, rest.hasPrefix(previous), text.contains("/compare/") {
        flush()
        pieces.append(.previous)
        rest = rest.dropFirst(previous.count)
      } else if let separator = rest.dateSeparator {
        flush()
        pieces.append(.date(separator: separator))
        rest = rest.dropFirst(10)
      } else {
        text.append(rest.removeFirst())
      }
    }
    flush()
    return pieces
  }
}

extension Substring {
  /// The separator in a date at the beginning, year first; nil if there is none.
  fileprivate var dateSeparator: Character? {
    let date = Array(prefix(10))
    guard date.count == 10, "-/.".contains(date[4]), date[7] == date[4],
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ ("0"..."9").contains(date[$0]) })
    else { return nil }
    return date[4]
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
