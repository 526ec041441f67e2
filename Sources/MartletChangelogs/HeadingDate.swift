import MartletCore

/// A date in a heading, as the project writes it: `2026-11-21`, `21.11.2026`, `November 21st, 2026`.
struct HeadingDate: Hashable {
  enum Part: Hashable {
    case year
    case number(String)
    case ordinal
    case month(String)
    case text(String)
  }

  private(set) var parts: [Part] = []
  /// The number of its characters.
  private(set) var length = 0

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Parses the date at the beginning of `text`; nil if there is none.
  init?(at text: Substring) {
    var (rest, read, found) = (text, 0, [Part]())
    while let word = rest.firstWord, let part = Self.part(word, after: found) {
      found.append(part)
      read += word.count
      rest = rest.dropFirst(word.count)
      if case .text = part { continue }
      (parts, length) = (found, read)
    }
    let texts = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let isNumeric = !parts.contains { if case .month = $0 { true } else { false } }
    guard parts.contains(.year), numbers.count == 2 || (!isNumeric && numbers.count < 2),
      !isNumeric || (parts.count == 5 && texts[0] == texts[1] && ["-", "/", "."].contains(texts[0]))
    else { return nil }
  }

  private static func part(_ word: Substring, after parts: [Part]) -> Part? {
    let text = String(word)
    if word.allSatisfy(\.isNumber) {
      if text.count == 4 { return parts.contains(.year) ? nil : .year }
      return text.count < 3 && (1...31).contains(Int(text) ?? 0) ? .number(text) : nil
    }
    if let last = parts.last, case .number = last, ["st", "nd", "rd", "th"].contains(text) { return .ordinal }
    if months.contains(where: { $0 == text || $0.prefix(3) == text }) { return .month(text) }
    return !parts.isEmpty && (text.allSatisfy { "-/., ".contains($0) } || text == "of") ? .text(text) : nil
  }

  private var numbers: [String] { parts.compactMap { if case .number(let text) = $0 { text } else { nil } } }

  /// The date without its values.
  private var shape: [Part] {
    parts.map { part in
      switch part {
      case .number: .number("")
      case .month: .month("")
      case .year, .ordinal, .text: part
      }
    }
  }

  /// Returns `day`, such as `2026-11-21`, in the form of the first of `dates`; nil if they do not show whether the day
  /// or the month is first.
  static func text(of day: String, like dates: [HeadingDate]) -> String? {
    let values = day.split(separator: "-").map(String.init)
    let alike = dates.filter { $0.shape == dates.first?.shape }
    guard let form = dates.first, values.count == 3, let isDayFirst = form.isDayFirst(among: alike) else { return nil }
    let isPadded = !alike.contains { $0.numbers.contains { $0.count == 1 } }
    let isShort = !alike.contains {
      $0.parts.contains { if case .month(let name) = $0 { name.count > 3 } else { false } }
    }
    let unpadded = values.map { $0.hasPrefix("0") ? String($0.dropFirst()) : $0 }
    let name = Self.months[((Int(unpadded[1]) ?? 1) - 1) % 12]
    var numbers = (isDayFirst ? [2, 1] : [1, 2]).map { isPadded ? values[$0] : unpadded[$0] }[...]
    return form.parts.map { part in
      switch part {
      case .year: values[0]
      case .number: numbers.popFirst() ?? ""
      case .ordinal: unpadded[2].ordinalSuffix
      case .month: isShort ? String(name.prefix(3)) : name
      case .text(let text): text
      }
    }.joined()
  }

  /// Nil if no date has a day above 12.
  private func isDayFirst(among dates: [HeadingDate]) -> Bool? {
    guard numbers.count == 2 else { return true }
    if parts.first == .year { return false }
    if parts.contains(.text(".")) { return true }
    let above = dates.map { $0.numbers.map { (Int($0) ?? 0) > 12 } }
    if above.contains(where: { $0[0] }) { return true }
    return above.contains { $0[1] } ? false : nil
  }
}

extension Substring {
  /// The digits, letters or other characters at the beginning.
  fileprivate var firstWord: Substring? {
    guard let first else { return nil }
    if first.isNumber { return prefix(while: \.isNumber) }
    return first.isLetter ? prefix(while: \.isLetter) : prefix { !$0.isNumber && !$0.isLetter }
  }
}

extension String {
  /// The letters after the number of a day: `st` after 21.
  fileprivate var ordinalSuffix: String {
    if count == 2, hasPrefix("1") { return "th" }
    return ["1": "st", "2": "nd", "3": "rd"][suffix(1), default: "th"]
  }
}
