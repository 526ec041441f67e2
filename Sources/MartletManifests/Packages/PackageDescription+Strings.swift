import MartletCore

extension PackageDescription {
  /// A string whose value is known without running the program.
  struct KnownString {
    let value: String
    /// The bytes of the only literal that it is; nil if it is made of several.
    let content: Range<Int>?
    /// The names of the constants that it is made of.
    let constants: [String]
  }

  /// Returns the string of a value that is a literal, the name of a constant with a literal, or a literal with such
  /// names in it; nil for other values.
  func string(at value: Range<Int>) -> KnownString? {
    guard value.count == 1 else { return nil }
    let token = tokens[value.lowerBound]
    switch token.kind {
    case .string(let content?): return KnownString(value: source.string(at: content), content: content, constants: [])
    case .string(nil): return interpolated(token.span)
    case .word(let name):
      guard let content = constant(named: name) else { return nil }
      return KnownString(value: source.string(at: content), content: content, constants: [name])
    case .integer, .sign: return nil
    }
  }

  /// Returns the bytes between the quotes of `let name = "…"`; nil unless there is exactly one such declaration.
  private func constant(named name: String) -> Range<Int>? {
    var contents: [Range<Int>?] = []
    for index in tokens.indices.dropLast(3) where tokens[index].isWord("let") && tokens[index + 1].isWord(name) {
      var next = index + 2
      if tokens[next].isSign(":"), next + 2 < tokens.count, tokens[next + 1].isWord("String") { next += 2 }
      guard tokens[next].isSign("="), next + 1 < tokens.count else { continue }
      let isWhole = next + 2 == tokens.count || tokens[next + 2].startsLine || tokens[next + 2].isSign(";")
      if isWhole, case .string(let content?) = tokens[next + 1].kind {
        contents.append(content)
      } else {
        contents.append(nil)
      }
    }
    return contents.count == 1 ? contents[0] : nil
  }

  /// Returns the value of a literal on one line that contains constants as `\(name)`.
  private func interpolated(_ span: Range<Int>) -> KnownString? {
    let text = source.string(at: span)
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\""), !text.hasPrefix("\"\"\"") else { return nil }
    var (value, constants) = ("", [String]())
    var rest = text.dropFirst().dropLast()
    while let escape = rest.firstIndex(of: "\\") {
      value += rest[..<escape]
      rest = rest[rest.index(after: escape)...]
      guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
      let name = String(rest[rest.index(after: rest.startIndex)..<end])
      guard let content = constant(named: name) else { return nil }
      value += source.string(at: content)
      constants.append(name)
      rest = rest[rest.index(after: end)...]
    }
    return KnownString(value: value + rest, content: nil, constants: constants)
  }
}
