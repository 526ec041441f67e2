import MartletCore

/// A shell command, or several behind each other, that only prints what it reads. A program, an option or a part of a script that is
/// not known here may write a file.
struct ReadingScript {
  /// The commands, each as its words without quotes. A value in a word is the mark `valueMark`.
  private var commands: [[String]] = []

  private static let valueMark: Character = "\u{1A}"

  /// Whether `script` is known to only read.
  static func holds(_ script: String) -> Bool { Self(script)?.onlyReads == true }

  /// Whether the command of `words`, which are templates, is known to only read.
  static func holds(_ words: [String]) -> Bool {
    var script = Self()
    script.commands = [
      words.map { word in
        word.replacing("$$", with: "\u{1}").replacing(/\$\{[^}]*\}/, with: String(valueMark))
          .replacing("\u{1}", with: "$")
      }
    ]
    return script.onlyReads
  }

  private var onlyReads: Bool {
    commands.allSatisfy { words in
      guard let program = words.first else { return false }
      return ReadingProgram(arguments: Array(words.dropFirst()), valueMark: Self.valueMark).onlyReads(program)
    }
  }

  // MARK: Words

  private enum Quotes {
    case none, single, double
  }

  private init() {}

  /// Splits a script; nil where a shell does more than split words, such as a redirection to a file.
  private init?(_ script: String) {
    var words: [String] = []
    var word: String?
    var quotes = Quotes.none
    var rest = script[...]
    while let character = rest.popFirst() {
      switch (quotes, character) {
      case (.single, "'"), (.double, "\""): quotes = .none
      case (.single, _): word = (word ?? "") + String(character)
      case (.double, "$"):
        guard let end = rest.variableEnd else { return nil }
        rest = rest[end...]
        word = (word ?? "") + String(Self.valueMark)
      case (.double, "`"), (.double, "\\"): return nil
      case (.double, _): word = (word ?? "") + String(character)
      case (.none, "'"), (.none, "\""):
        quotes = character == "'" ? .single : .double
        word = word ?? ""
      case (.none, " "), (.none, "\t"), (.none, "|"):
        if let word { words.append(word) }
        word = nil
        guard character == "|" else { continue }
        commands.append(words)
        words = []
      case (.none, ">"):
        guard word == "2", let end = rest.endOfHarmlessRedirection else { return nil }
        word = nil
        rest = rest[end...]
      case (.none, _):
        let isSpecial = ";&<()$`\\*?[]\n\r\r\n".contains(character) || word == nil && "#~!".contains(character)
        // `HEAD@{1}` is one word.
        guard !isSpecial, character != "{" || word?.last == "@" else { return nil }
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    commands.append(words)
    guard quotes == .none else { return nil }
  }
}

extension Substring {
  /// The end of the name of a variable after `$`.
  fileprivate var variableEnd: Index? {
    guard first == "{" else { return nil }
    let name = dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, name.endIndex < endIndex, self[name.endIndex] == "}" else { return nil }
    return index(after: name.endIndex)
  }

  /// The end of a redirection of errors, after `2>`, that writes no file.
  fileprivate var endOfHarmlessRedirection: Index? {
    for target in ["/dev/null", " /dev/null", "&1"] where hasPrefix(target) {
      let end = index(startIndex, offsetBy: target.count)
      return end == endIndex || " |".contains(self[end]) ? end : nil
    }
    return nil
  }
}
