import MartletCore

/// A call such as `UI.message("…")`, with an optional block.
struct RubyCall {
  struct Argument {
    /// Nil for an argument without a name.
    let name: String?
    let value: RubyCode.Part
  }

  struct Block {
    var parameters: [String] = []
    /// The names of `|type:, force: false|`.
    var keywords: [String] = []
    let body: RubyCode.Part
  }

  let name: String
  var arguments: [Argument] = []
  var block: Block?
}

extension RubyCode {
  /// Returns the call that is all of a part; nil for another statement, or a call of what another one returns.
  func call(_ part: Part) -> RubyCall? {
    guard var name = word(at: part.lowerBound, in: part), !RubyToken.valueKeywords.contains(name) else { return nil }
    var index = part.lowerBound + 1
    while isMark(".", at: index, in: part) || isMark("::", at: index, in: part),
      let next = word(at: index + 1, in: part)
    {
      name += ".\(next)"
      index += 2
    }
    var call = RubyCall(name: name)
    let block = top(of: index..<part.upperBound).first { opensBlock($0) && $0 > part.lowerBound }
    let end = block ?? part.upperBound
    if index < end, tokens[index].isMark("("), !tokens[index].isSpaced, closers[index] == end - 1 {
      call.arguments = arguments(in: index + 1..<end - 1)
    } else if index < end {
      guard tokens[index].isSpaced, beginsValue(index) else { return nil }
      call.arguments = arguments(in: index..<end)
    }
    if let block {
      guard let close = closers[block], close == part.upperBound - 1 else { return nil }
      call.block = self.block(in: block + 1..<close)
    }
    return call
  }

  /// `do`, or a brace after a name or a parenthesis.
  private func opensBlock(_ index: Int) -> Bool {
    if tokens[index].isWord("do") { return true }
    guard tokens[index].isMark("{"), index > 0 else { return false }
    if case .word = tokens[index - 1].kind { return true }
    return tokens[index - 1].isMark(")")
  }

  private func beginsValue(_ index: Int) -> Bool {
    if case .mark(let mark) = tokens[index].kind { ["[", "(", "{"].contains(mark) } else { true }
  }

  func block(in part: Part) -> RubyCall.Block {
    guard isMark("|", at: part.lowerBound, in: part),
      let end = tokens[part.lowerBound + 1..<part.upperBound].firstIndex(where: { $0.isMark("|") })
    else { return RubyCall.Block(body: part) }
    var block = RubyCall.Block(body: end + 1..<part.upperBound)
    for token in tokens[part.lowerBound..<end] {
      if case .word(let name) = token.kind { block.parameters.append(name) }
      if case .label(let name) = token.kind { block.keywords.append(name) }
    }
    return block
  }

  /// Splits a part at its commas.
  private func arguments(in part: Part) -> [RubyCall.Argument] {
    elements(of: part).map { element in
      if case .label(let name) = tokens[element.lowerBound].kind {
        return RubyCall.Argument(name: name, value: trimmed(element.lowerBound + 1..<element.upperBound))
      }
      if case .symbol(let name) = tokens[element.lowerBound].kind, isMark("=>", at: element.lowerBound + 1, in: element)
      {
        return RubyCall.Argument(name: name, value: trimmed(element.lowerBound + 2..<element.upperBound))
      }
      return RubyCall.Argument(name: nil, value: element)
    }
  }

  /// Splits a part at its commas, without empty elements.
  func elements(of part: Part) -> [Part] {
    var elements: [Part] = []
    var start = part.lowerBound
    for index in top(of: part).filter({ tokens[$0].isMark(",") }) + [part.upperBound] {
      let element = trimmed(start..<index)
      if !element.isEmpty, elements.count < Self.limit { elements.append(element) }
      start = index + 1
    }
    return elements
  }

  /// A part without the line ends at its start and end.
  func trimmed(_ part: Part) -> Part {
    let first = tokens[part].firstIndex { $0.kind != .lineEnd } ?? part.upperBound
    let last = tokens[part].lastIndex { $0.kind != .lineEnd } ?? part.lowerBound
    return first < part.upperBound ? first..<last + 1 : first..<first
  }
}
