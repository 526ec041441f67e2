import MartletCore

/// The names whose values a part of a Ruby text may change, as far as its tokens show. A name that is only read is not one
/// of them.
struct RubyChanges {
  /// How often each name may change.
  private(set) var counts: [String: Int] = [:]
  /// Whether code that is only known at run time may change every name.
  private(set) var mayChangeAll = false
  /// The words of the text, except the names of methods of a value.
  private(set) var words: Set<String> = []

  /// Whether it changes the folder in which later commands run.
  private(set) var changesFolder = false

  private let source: SourceText
  private let definitions: Set<String>

  /// - Parameter definitions: The methods of the Fastfile, which may change the texts that they get.
  init(in span: Range<Int>, of source: SourceText, definitions: Set<String>) {
    self.source = source
    self.definitions = definitions
    scan(span, level: 0)
    if !words.isDisjoint(with: definitions) {
      for word in words { counts[word, default: 0] += 1 }
    }
  }

  /// Whether the value of `name` may be another one after the text.
  func mayChange(_ name: String) -> Bool { mayChangeAll || counts[name] != nil }

  private mutating func scan(_ span: Range<Int>, level: Int) {
    guard level <= RubyParser.levelLimit else {
      mayChangeAll = true
      return
    }
    let tokens = RubyLexer.tokens(of: source, in: span)
    let nesting = RubyNesting(tokens)
    // `/(?<name>.)/ =~ text` assigns a variable, and `match` does not.
    let hasMatches = tokens.contains { $0.isMark("=~") }
    var openers: [(close: Int, callee: String?)] = []
    for index in tokens.indices {
      while let last = openers.last, last.close <= index { openers.removeLast() }
      switch tokens[index].kind {
      case .string(let pieces):
        for case .code(let code) in pieces { scan(code, level: level + 1) }
      case .mark("("), .mark("["):
        openers.append((nesting.partner[index] ?? tokens.count, Self.word(before: index, in: tokens)))
      case .opaque where hasMatches && source.string(at: tokens[index].span).contains("(?<"): mayChangeAll = true
      case .word(let word): scan(word, at: index, tokens, nesting, callee: openers.last.map { $0.callee ?? "" })
      case .mark, .label, .symbol, .words, .number, .lineEnd, .opaque: break
      }
    }
  }

  private mutating func scan(
    _ word: String, at index: Int, _ tokens: [RubyToken], _ nesting: RubyNesting, callee: String?
  ) {
    let previous = index > 0 ? tokens[index - 1] : nil
    guard previous?.isMark(".") != true, previous?.isMark("&.") != true else {
      // `load` of a value reads data; only that of Ruby itself runs a file.
      if Self.hidden.contains(word), word != "load" { mayChangeAll = true }
      if ["load", "overload"].contains(word), index > 1, tokens[index - 2].isWord("Dotenv") {
        counts["ENV", default: 0] += 1
      }
      if ["chdir", "cd"].contains(word) { changesFolder = true }
      return
    }
    words.insert(word)
    if Self.hidden.contains(word) { mayChangeAll = true }
    // The patterns of `case … in` assign names.
    if word == "in", previous?.isEnd == true { mayChangeAll = true }
    guard !RubyToken.valueKeywords.contains(word) else { return }
    if previous?.isWord("for") == true || previous?.isMark("=>") == true && Self.isRescue(before: index, tokens)
      || Self.isAssigned(after: index, tokens, nesting) || Self.isOneOfSeveral(at: index, tokens)
      || Self.isGivenAway(at: index, tokens, callee: callee)
    {
      counts[word, default: 0] += 1
    }
  }

  /// Methods that run code which the text does not show.
  private static let hidden: Set<String> = [
    "eval", "instance_eval", "class_eval", "instance_exec", "instance_variable_set", "local_variable_set", "binding",
    "send", "__send__", "public_send", "define_method", "load",
  ]

  static let assignments: Set<String> = ["=", "||=", "&&=", "+=", "-=", "**=", "<<"]

  /// Whether an assignment, or a method that may change the value, follows the name at `index`.
  private static func isAssigned(after index: Int, _ tokens: [RubyToken], _ nesting: RubyNesting) -> Bool {
    var next = index + 1
    var count = 0
    while next < tokens.count, count < RubyParser.lengthLimit {
      count += 1
      guard case .mark(let mark) = tokens[next].kind else { return false }
      if assignments.contains(mark) { return true }
      if ["*", "/", "%", "|", "&", "^", ">>"].contains(mark), next + 1 < tokens.count, tokens[next + 1].isMark("=") {
        return true
      }
      if mark == "[", !tokens[next].isSpaced, let close = nesting.partner[next] {
        next = close + 1
      } else if mark == "." || mark == "&.", next + 1 < tokens.count, case .word(let method) = tokens[next + 1].kind {
        guard RubyPurity.sameValue.contains(method) else {
          return !RubyPurity.methods.contains(method)
        }
        next += 2
      } else {
        return false
      }
    }
    return count >= RubyParser.lengthLimit
  }

  /// Whether the name is one of `a, b = …`.
  private static func isOneOfSeveral(at index: Int, _ tokens: [RubyToken]) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].isMark(",") else { return false }
    for token in tokens[(index + 1)...].prefix(RubyParser.lengthLimit) {
      if token.isEnd { return false }
      if token.isMark("=") { return true }
    }
    return false
  }

  private static func isRescue(before index: Int, _ tokens: [RubyToken]) -> Bool {
    for token in tokens[..<index].reversed().prefix(RubyParser.lengthLimit) {
      if token.isEnd { return false }
      if token.isWord("rescue") { return true }
    }
    return false
  }

  /// Whether the name is a whole positional argument of a method that may change it.
  private static func isGivenAway(at index: Int, _ tokens: [RubyToken], callee: String?) -> Bool {
    guard index > 0, index + 1 >= tokens.count || tokens[index + 1].isArgumentEnd else { return false }
    switch tokens[index - 1].kind {
    case .mark("("), .mark(","):
      guard let callee, !callee.isEmpty else { return false }
      return !RubyPurity.takers.contains(callee)
    case .word(let word): return !RubyPurity.takers.contains(word) && !RubyToken.valueKeywords.contains(word)
    case .mark, .label, .string, .symbol, .words, .number, .lineEnd, .opaque: return false
    }
  }

  private static func word(before index: Int, in tokens: [RubyToken]) -> String? {
    guard index > 0, case .word(let word) = tokens[index - 1].kind, !tokens[index].isSpaced else { return nil }
    return word
  }
}

extension RubyToken {
  fileprivate var isArgumentEnd: Bool {
    switch kind {
    case .lineEnd: true
    case .mark(let mark): [",", ")", "]", ";", "}"].contains(mark)
    case .word(let word): ["end", "if", "unless", "do"].contains(word)
    case .label, .string, .symbol, .words, .number, .opaque: false
    }
  }
}
