/// Parses a template byte by byte, in one pass.
struct MustacheParser {
  static let depthLimit = 64
  /// The time to find a delimiter grows with its length.
  private static let delimiterLimit = 16

  private(set) var uses: [(name: String, line: Int, isNested: Bool)] = []
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var delimiters = (open: Array("{{".utf8), close: Array("}}".utf8))
  /// The open sections, the innermost last; the first entry is the whole text, which has no name.
  private var levels = [Level(name: nil, condition: .present, line: 1)]

  private struct Level {
    let name: MustacheName?
    let condition: MustacheCondition
    /// The line where it begins.
    let line: Int
    var parts: [Mustache.Part] = []
  }

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  mutating func parts() throws(MustacheError) -> [Mustache.Part] {
    while let start = next(delimiters.open, from: position) {
      line += bytes[position..<start].count(where: \.isLineFeed)
      try readTag(at: start)
    }
    add(.text(bytes[position...]))
    let level = levels[levels.count - 1]
    if let name = level.name { throw MustacheError(words: "the section `\(name.text)` has no end", line: level.line) }
    return level.parts
  }

  /// Parses the tag that begins at `start`, and the text before it.
  private mutating func readTag(at start: Int) throws(MustacheError) {
    let inside = start + delimiters.open.count
    let sign = inside < bytes.count ? bytes[inside] : 0
    // The closing delimiter of the tag.
    var closing = delimiters.close
    switch sign {
    case UInt8(ascii: "{"): closing.insert(UInt8(ascii: "}"), at: 0)
    case UInt8(ascii: "="): closing.insert(UInt8(ascii: "="), at: 0)
    default: break
    }
    let hasSign = "#^/!{&=><$%".utf8.contains(sign)
    let first = hasSign ? inside + 1 : inside
    guard let end = next(closing, from: first) else { throw error("unclosed tag") }
    let content = bytes[first..<end]
    let behind = end + closing.count
    if let lines = standsAlone("#^/!=".utf8.contains(sign), from: start, to: behind) {
      add(.text(bytes[position..<lines.lowerBound]))
      position = lines.upperBound
    } else {
      add(.text(bytes[position..<start]))
      position = behind
    }
    try take(sign: hasSign ? sign : nil, content)
    line += bytes[start..<position].count(where: \.isLineFeed)
  }

  private mutating func take(sign: UInt8?, _ content: ArraySlice<UInt8>) throws(MustacheError) {
    switch sign {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "&"):
      let name = try name(content)
      add(.value(name, isEscaped: sign == nil))
      uses.append((name.text, line, false))
    case UInt8(ascii: "!"): break
    case UInt8(ascii: "="): try setDelimiters(content)
    case UInt8(ascii: "#"): try open(try name(content), .present)
    case UInt8(ascii: "^"): try open(try name(content), .absent)
    case UInt8(ascii: "/"): try close(try name(content))
    case let sign?:
      throw error(
        "unsupported tag with `\(UnicodeScalar(sign))`, expected a value, a section, a comment or delimiters")
    }
  }

  private mutating func add(_ part: Mustache.Part) {
    if case .text(let text) = part, text.isEmpty { return }
    levels[levels.count - 1].parts.append(part)
  }

  private mutating func open(_ name: MustacheName, _ condition: MustacheCondition) throws(MustacheError) {
    guard levels.count <= Self.depthLimit else { throw error("more than \(Self.depthLimit) nested sections") }
    uses.append((name.text, line, levels.contains { $0.name == name }))
    levels.append(Level(name: name, condition: condition, line: line))
  }

  private mutating func close(_ name: MustacheName) throws(MustacheError) {
    guard let level = levels.last, let expected = level.name else {
      throw error("the end of section `\(name.text)` has no beginning")
    }
    guard expected == name else {
      throw error("found the end of section `\(name.text)`, expected the end of `\(expected.text)`")
    }
    levels.removeLast()
    add(.section(expected, level.condition, level.parts))
  }

  private mutating func setDelimiters(_ content: ArraySlice<UInt8>) throws(MustacheError) {
    let words = content.split { $0.isMustacheBlank }.map(Array.init)
    guard words.count == 2, words.allSatisfy({ $0.count <= Self.delimiterLimit && !$0.contains(UInt8(ascii: "=")) })
    else { throw error("invalid delimiters, expected two as in `{{=<% %>=}}`") }
    delimiters = (words[0], words[1])
  }

  private func name(_ content: ArraySlice<UInt8>) throws(MustacheError) -> MustacheName {
    let words = content.split { $0.isMustacheBlank }
    guard words.count == 1, let word = words.first, word.allSatisfy(\.isMustacheName) else {
      throw error(
        "`\(words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))` is not a name, "
          + "expected letters, digits, `.`, `-`, `_` and `?`")
    }
    return MustacheName(String(decoding: word, as: UTF8.self))
  }

  private func error(_ words: String) -> MustacheError { MustacheError(words: words, line: line) }

  /// Returns the whole lines from `start` to `end`, if they contain nothing else and this kind of tag is removed with
  /// its lines.
  private func standsAlone(_ canStandAlone: Bool, from start: Int, to end: Int) -> Range<Int>? {
    guard canStandAlone else { return nil }
    var first = start
    while first > position, bytes[first - 1].isSpaceOrTab { first -= 1 }
    guard first == 0 || bytes[first - 1].isLineFeed else { return nil }
    var last = end
    while last < bytes.count, bytes[last].isSpaceOrTab { last += 1 }
    guard last < bytes.count else { return first..<last }
    if bytes[last] == UInt8(ascii: "\r"), last + 1 < bytes.count { last += 1 }
    return bytes[last].isLineFeed ? first..<last + 1 : nil
  }

  /// Returns the next place of `mark`.
  private func next(_ mark: [UInt8], from start: Int) -> Int? {
    guard let sign = mark.first else { return nil }
    var index = start
    while let found = bytes[index...].firstIndex(of: sign) {
      if bytes[found...].starts(with: mark) { return found }
      index = found + 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLineFeed: Bool { self == UInt8(ascii: "\n") }

  fileprivate var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var isMustacheBlank: Bool { isSpaceOrTab || isLineFeed || self == UInt8(ascii: "\r") }

  fileprivate var isMustacheName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
