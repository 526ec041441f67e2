import MartletCore

/// The state of an attribute for a path.
enum AttributeState: Hashable {
  /// `name`, `-name` and `!name`; the last is the same as no mention.
  case on, off, unspecified
  case value([UInt8])
}

/// A line of an attributes file (gitattributes(5); attr.c, parse_attr_line).
struct AttributeLine {
  /// The subject of the line.
  enum Subject {
    case paths(PathRule)
    /// `[attr]name`: a macro for several attributes.
    case macro(String)
  }

  let subject: Subject
  /// The states in the order of the line.
  let states: [(name: String, state: AttributeState)]

  private static let macroPrefix = Array("[attr]".utf8)
  /// git ignores lines of at least this length.
  private static let maximumLength = 2048

  /// Parses a line; nil when it has no attributes, or git ignores it.
  ///
  /// - Parameter bytes: Without the line feed.
  init?(_ bytes: ArraySlice<UInt8>, allowsMacros: Bool, ignoresCase: Bool) {
    let text = bytes.drop(while: \.separatesAttributes)
    guard let first = text.first, first != UInt8(ascii: "#"), bytes.count < Self.maximumLength else { return nil }
    let pattern: [UInt8]
    var rest: ArraySlice<UInt8>
    if first == UInt8(ascii: "\""), let quoted = QuotedName(text) {
      (pattern, rest) = (quoted.bytes, quoted.rest)
    } else {
      pattern = Array(text.prefix { !$0.separatesAttributes })
      rest = text.dropFirst(pattern.count)
    }
    if pattern.count > Self.macroPrefix.count, pattern.starts(with: Self.macroPrefix) {
      let name = pattern.dropFirst(Self.macroPrefix.count).drop(while: \.separatesAttributes)
        .prefix { !$0.separatesAttributes }
      guard allowsMacros, Self.isName(name) else { return nil }
      subject = .macro(String(decoding: name, as: UTF8.self))
    } else {
      // Attributes do not support negated patterns.
      guard pattern.first != UInt8(ascii: "!") else { return nil }
      subject = .paths(PathRule(pattern, ignoresCase: ignoresCase))
    }
    var states: [(name: String, state: AttributeState)] = []
    rest = rest.drop(while: \.separatesAttributes)
    while !rest.isEmpty {
      let word = rest.prefix { !$0.separatesAttributes }
      guard let state = Self.state(of: word) else { return nil }
      states.append(state)
      rest = rest.dropFirst(word.count).drop(while: \.separatesAttributes)
    }
    self.states = states
  }

  /// Returns the attribute and state in `-text` or `eol=crlf`; nil for an invalid name.
  private static func state(of word: ArraySlice<UInt8>) -> (name: String, state: AttributeState)? {
    var name = word.prefix { $0 != UInt8(ascii: "=") }
    let state: AttributeState
    switch word.first {
    case UInt8(ascii: "-"): (name, state) = (name.dropFirst(), .off)
    case UInt8(ascii: "!"): (name, state) = (name.dropFirst(), .unspecified)
    default: state = name.count < word.count ? .value(Array(word.dropFirst(name.count + 1))) : .on
    }
    return isName(name) ? (String(decoding: name, as: UTF8.self), state) : nil
  }

  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "-") else { return false }
    return name.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
  }
}

/// A name in C quotes (quote.c, unquote_c_style).
private struct QuotedName {
  private(set) var bytes: [UInt8] = []
  /// The text after the closing quote.
  let rest: ArraySlice<UInt8>

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]

  /// Parses the name at the start of `text`; nil when a quote or an escape is invalid.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        self.rest = rest
        return
      }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if let value = Self.escapes[escape] {
        bytes.append(value)
      } else {
        guard let first = escape.octal, first < 4, let second = rest.popFirst()?.octal,
          let third = rest.popFirst()?.octal
        else { return nil }
        bytes.append(first << 6 | second << 3 | third)
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it separates the words of a line: a blank or a part of a line end.
  fileprivate var separatesAttributes: Bool { isBlank || isLineEnd }

  fileprivate var octal: UInt8? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "7") ? self - UInt8(ascii: "0") : nil
  }
}
