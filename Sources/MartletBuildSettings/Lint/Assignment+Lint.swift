import MartletCore

extension Assignment {
  typealias Finding = (finding: SettingsFinding, span: Range<Int>)

  var expression: Expression { Expression(value.bytes, reading: SettingKind(of: name).reading) }

  /// Returns the findings in this line alone.
  func findings(in source: SourceText) -> [Finding] {
    [cut(in: source)].compactMap { $0 } + flaws + deadConditions
  }

  // MARK: - Values

  /// Finds a comment that begins within what looks like one word.
  private func cut(in source: SourceText) -> Finding? {
    cutWord(in: source).map { word in
      let rest = String(decoding: source.bytes[word].dropFirst(2), as: UTF8.self)
      return (.cutAtComment(value.string, meant: value.string + "/$()/" + rest), word.prefix(2))
    }
  }

  /// The rest of a word in which a comment begins, such as `//example.com` in `https://example.com`: it looks like a part of the
  /// value. Nil for none.
  func cutWord(in source: SourceText) -> Range<Int>? {
    let start = value.span.upperBound
    guard source.bytes.has("//", at: start) else { return nil }
    let comment = source.bytes[start...].prefix { !$0.isLineEnd }
    let rest = comment.dropFirst(2)
    guard let first = rest.first, !first.isBlank else { return nil }
    let before = start > 0 ? source.bytes[start - 1] : .space
    let isEmpty = value.bytes.isEmpty
    // `A = // none` and `A = 1 //none` are comments; `A = //host/share` and `A = https://host` are values.
    guard isEmpty ? !rest.contains(where: \.isBlank) && rest.contains(UInt8(ascii: "/")) : !before.isBlank else {
      return nil
    }
    return start..<rest.prefix { !$0.isBlank }.endIndex
  }

  /// The finding for quotes around a whole text.
  var quotes: Finding? {
    guard let first = value.bytes.first, first == .doubleQuote || first == .singleQuote, value.bytes.count > 1,
      value.bytes.last == first, !value.bytes.dropFirst().dropLast().contains(first), SettingKind(of: name) != .list
    else { return nil }
    return (.quotedValue(name), value.span)
  }

  private var flaws: [Finding] {
    let kind = SettingKind(of: name)
    return expression.flaws.compactMap { flaw in
      switch flaw.kind {
      // The empty reference is the way to write `//`; the other brackets work; an apostrophe in a text is harmless.
      case .missingName, .deprecatedBrackets: return nil
      case .unterminatedQuote, .trailingBackslash: if kind != .list { return nil }
      case .trailingDollar, .unterminatedReference, .missingOperator, .invalidOperatorCharacter, .unknownOperator: break
      }
      let span = flaw.range.isEmpty ? nil : value.span(of: flaw.range)
      return (.flaw(flaw.kind), span ?? value.span)
    }
  }

  // MARK: - Conditions

  private var deadConditions: [Finding] {
    conditions.enumerated().compactMap { index, condition in
      let contradiction = conditions[..<index].first { !$0.canHold(with: condition) }
        .map { SettingsFinding.DeadCondition.contradiction($0) }
      guard let reason = condition.reasonWhyDead ?? contradiction else { return nil }
      return (.deadCondition(condition, reason: reason), nameSpan)
    }
  }

  // MARK: - Lines before

  /// Returns the findings about `others`, the earlier lines of the same file for the same setting.
  func findings(behind others: [Assignment], in source: SourceText) -> [Finding] {
    guard !refersToItself else { return [] }
    return others.compactMap { other in
      let line = source.place(at: other.nameSpan.lowerBound).line
      if other.conditions == conditions { return (.repeated(name, line: line), nameSpan) }
      guard conditions.restricting.isEmpty, !other.conditions.restricting.isEmpty else { return nil }
      return (.shadowed(name, line: line), nameSpan)
    }
  }

  /// Whether the value includes a weaker one.
  private var refersToItself: Bool {
    expression.names(in: value.bytes).contains { $0 == "inherited" || $0 == "value" || $0 == name }
  }
}

extension Condition {
  private static let parameters: Set = ["config", "sdk", "arch", "target", "variant"]

  /// Why it never holds in any build; nil when it may.
  fileprivate var reasonWhyDead: SettingsFinding.DeadCondition? {
    guard pattern != "*" else { return nil }
    let ends = [parameter.first, parameter.last, pattern.first, pattern.last]
    if ends.contains(" ") { return .blank }
    // The build's own parameters have names that begin with `_`.
    if !Self.parameters.contains(parameter), !parameter.hasPrefix("_") { return .unknownParameter }
    if pattern.isEmpty { return .empty }
    if pattern.contains("\"") { return .quote }
    if pattern.contains(","), parameter != "config", parameter != "target" { return .comma }
    let isPlain = pattern.utf8.allSatisfy { $0.isLetter }
    return parameter == "sdk" && isPlain ? .sdkWithoutVersion : nil
  }

  fileprivate func canHold(with other: Condition) -> Bool { [self].canHoldWith([other]) }
}

extension Expression {
  /// Returns the names that are written literally, without references in them.
  func names(in bytes: [UInt8]) -> [String] { references(in: bytes).map(\.name) }

  /// Returns the bracketed names whose references are empty when the setting has no value, with their ranges.
  func requiredNames(in bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
    references(in: bytes).filter { !$0.hasDefault && !$0.isBare }.map { ($0.name, $0.range) }
  }

  private struct Reference {
    let name: String
    let range: Range<Int>
    let isBare: Bool
    var hasDefault = false
  }

  /// Follows the stack of results, and keeps only literal names.
  private func references(in bytes: [UInt8]) -> [Reference] {
    var found: [Reference] = []
    /// For every open result: the ranges of its text, nil if it has other content; and the reference in it.
    var open: [(text: [Range<Int>]?, reference: Int?)] = [([], nil)]
    for instruction in instructions {
      switch instruction {
      case .text(let range), .formText(let range), .separator(let range): open[open.count - 1].text?.append(range)
      case .begin: open.append(([], nil))
      case .lookUp(_, let bare):
        let name = open.removeLast().text
        if let name, name.count == 1, !name[0].isEmpty {
          let text = String(decoding: bytes[name[0]], as: UTF8.self)
          found.append(Reference(name: text, range: name[0], isBare: bare != nil))
          open[open.count - 1].reference = found.count - 1
        }
        open[open.count - 1].text = nil
      case .merge:
        let result = open.removeLast()
        if result.text == nil {
          open[open.count - 1].text = nil
        } else {
          open[open.count - 1].text? += result.text ?? []
        }
      case .discard: open.removeLast()
      case .transform: break
      case .replace(let replacement):
        open.removeLast()
        if replacement == .default, let reference = open[open.count - 1].reference {
          found[reference].hasDefault = true
        }
      }
    }
    return found
  }
}
