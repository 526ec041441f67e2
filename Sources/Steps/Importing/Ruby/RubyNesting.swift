import MartletCore

/// The matching tokens: brackets, and the `end` of `do`, `if`, `def` and similar keywords.
struct RubyNesting {
  /// The closing token of each opening token; the number of tokens when it is not closed.
  private(set) var partner: [Int?]

  init(_ tokens: [RubyToken]) {
    partner = Array(repeating: nil, count: tokens.count)
    var open: [(token: Int, closer: String)] = []
    var openWords = 0
    /// `while x do`: the `do` does not open a block.
    var hasLoop = false
    for index in tokens.indices {
      switch tokens[index].kind {
      case .lineEnd: hasLoop = false
      case .mark(let mark):
        if let closer = Self.brackets[mark] { open.append((index, closer)) }
        if [")", "]", "}"].contains(mark), open.last?.closer == mark, let opener = open.popLast() {
          partner[opener.token] = index
        }
      case .word("end") where !Self.isName(at: index, of: tokens):
        guard openWords > 0, let place = open.lastIndex(where: { $0.closer == "end" }) else { continue }
        openWords -= 1
        partner[open[place].token] = index
        for opener in open[(place + 1)...] { partner[opener.token] = index }
        open.removeSubrange(place...)
      case .word("do") where hasLoop: hasLoop = false
      case .word(let word) where Self.opens(word, at: index, of: tokens):
        open.append((index, "end"))
        openWords += 1
        if ["while", "until", "for"].contains(word) { hasLoop = true }
      case .word, .label, .string, .symbol, .words, .number, .opaque: break
      }
    }
    for opener in open { partner[opener.token] = tokens.count }
  }

  private static let brackets = ["(": ")", "[": "]", "{": "}"]

  /// Whether the word is a name: after a dot, or after `def`.
  private static func isName(at index: Int, of tokens: [RubyToken]) -> Bool {
    guard index > 0 else { return false }
    let previous = tokens[index - 1]
    return previous.isMark(".") || previous.isMark("&.") || previous.isWord("def")
  }

  /// Whether the word opens a block with an `end`; `if` after a value is a modifier and does not.
  private static func opens(_ word: String, at index: Int, of tokens: [RubyToken]) -> Bool {
    guard !isName(at: index, of: tokens) else { return false }
    switch word {
    case "do", "begin", "def", "class", "module", "case": return true
    case "if", "unless", "while", "until", "for":
      guard index > 0 else { return true }
      switch tokens[index - 1].kind {
      case .lineEnd, .label: return true
      case .mark(let mark): return ![")", "]", "}"].contains(mark)
      case .word(let previous): return RubyToken.valueKeywords.contains(previous) && previous != "return"
      case .string, .symbol, .words, .number, .opaque: return false
      }
    default: return false
    }
  }
}
