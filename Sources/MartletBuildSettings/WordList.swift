import MartletCore

/// The words of a value that is parsed as a list, such as compiler flags.
///
/// Blanks separate words. Single or double quotes keep blanks in a word, and are not part of it; a backslash escapes
/// the next character. A reference such as `$(NAME:default=a b)` is never split (swiftlang/swift-build,
/// `SWBMacro/MacroExpressionParsing.swift`).
package struct WordList: Hashable, Sendable {
  /// Without their quotes; references as written.
  package let words: [String]

  package init(_ words: [String]) {
    self.words = words
  }

  /// Splits `text` into words.
  package init(of text: String) {
    var reader = WordReader(text)
    words = reader.read()
  }

  /// Whether text appended to `text` and a blank begins a new word: `text` has no open quote or reference.
  package static func canAppend(to text: String) -> Bool {
    WordList(of: text + " x").words.last == "x"
  }

  /// Whether the words of `other` are here in a row; `-DNAME` and `-D NAME` are the same flag.
  package func contains(_ other: WordList) -> Bool {
    flags.contains(other.flags)
  }

  /// The words, with `-D` and its name as one word.
  private var flags: [String] {
    words.reduce(into: []) { flags, word in
      if flags.last == "-D", !word.hasPrefix("-") { flags[flags.count - 1] += word } else { flags.append(word) }
    }
  }
}

/// Parses a list word by word.
private struct WordReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The current word; nil between words.
  private var word: [UInt8]?
  private var words: [String] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func read() -> [String] {
    var quote: UInt8?
    while let byte = bytes.byte(at: index) {
      if let closer = closingBracket {
        take(until: closer)
      } else if byte == UInt8(ascii: "\\") {
        take(bytes[min(index + 1, bytes.count)..<min(index + 2, bytes.count)], skipping: 2)
      } else if byte == quote {
        quote = nil
        index += 1
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        take([], skipping: 1)
      } else if quote == nil, byte.isBlank || byte.isLineEnd {
        endWord()
        index += 1
      } else {
        take([byte], skipping: 1)
      }
    }
    endWord()
    return words
  }

  /// The closing bracket of the reference that begins here; nil if none begins.
  private var closingBracket: UInt8? {
    guard bytes[index] == UInt8(ascii: "$") else { return nil }
    return bytes.byte(at: index + 1)?.closingBracket
  }

  /// Reads a reference with everything nested in it, to the end of the text if it is not closed.
  private mutating func take(until closer: UInt8) {
    let start = index
    var open = [closer]
    index += 2
    while let byte = bytes.byte(at: index), let innermost = open.last {
      if byte == innermost {
        open.removeLast()
        index += 1
      } else if let closer = closingBracket {
        open.append(closer)
        index += 2
      } else {
        index += 1
      }
    }
    word = word ?? []
    word?.append(contentsOf: bytes[start..<index])
  }

  private mutating func take(_ taken: some Sequence<UInt8>, skipping count: Int) {
    word = word ?? []
    word?.append(contentsOf: taken)
    index = min(index + count, bytes.count)
  }

  private mutating func endWord() {
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    word = nil
  }
}
