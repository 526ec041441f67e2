import MartletCore

/// A shell script with values in it, split into words if no shell is needed.
struct ShellCommand {
  enum Piece {
    case text(String)
    /// A value: its environment variable in a script, and its template.
    case value(variable: String, template: String)
  }

  private enum Quotes {
    case none, single, double
  }

  /// The words as templates; nil when only a shell can split them.
  private(set) var words: [String]? = []
  /// The shell script, with values as environment variables.
  private(set) var script = ""
  private var word: String?
  private var quotes = Quotes.none

  /// Returns nil when quotes are not closed, or the quoting of a value is unknown.
  init?(_ pieces: [Piece]) {
    for piece in pieces {
      switch piece {
      case .text(let text): text.forEach { add($0) }
      case .value(let variable, let template): add(variable, template)
      }
    }
    finishWord()
    guard quotes == .none else { return nil }
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    if words == nil, hasValues, Self.marksOfNesting.contains(where: script.contains) { return nil }
    if let program = words?.first, Self.shellWords.contains(program) { words = nil }
    guard words?.isEmpty != true else { return nil }
  }

  /// Marks that change the meaning of quotes.
  private static let marksOfNesting = ["`", "$(", "<<", "\\", " #", "\n#", "$'"]

  /// Shell builtins and keywords.
  private static let shellWords: Set<String> = [
    ".", ":", "alias", "cd", "eval", "exec", "exit", "export", "popd", "pushd", "set", "source", "trap", "ulimit",
    "umask",
    "unset", "if", "for", "while", "case",
  ]

  private mutating func add(_ character: Character) {
    script.append(character)
    switch quotes {
    case .single:
      if character == "'" { quotes = .none } else { append(character) }
    case .double:
      if character == "\"" { quotes = .none } else { appendUnless("$`\\", character) }
    case .none:
      switch character {
      case "'": open(.single)
      case "\"": open(.double)
      case " ", "\t": finishWord()
      case "=" where words?.isEmpty == true: words = nil
      default: appendUnless("|&;<>()$`\\*?[]#~!{}\n\r\r\n", character)
      }
    }
  }

  private mutating func add(_ variable: String, _ template: String) {
    word = (word ?? "") + template
    switch quotes {
    case .none: script += "\"${\(variable)}\""
    case .double: script += "${\(variable)}"
    case .single: script += "'\"${\(variable)}\"'"
    }
  }

  private mutating func open(_ quotes: Quotes) {
    self.quotes = quotes
    word = word ?? ""
  }

  private mutating func append(_ character: Character) {
    word = (word ?? "") + (character == "$" ? "$$" : String(character))
  }

  private mutating func appendUnless(_ special: String, _ character: Character) {
    if special.contains(character) { words = nil }
    append(character)
  }

  private mutating func finishWord() {
    if let word { words?.append(word) }
    word = nil
  }
}
