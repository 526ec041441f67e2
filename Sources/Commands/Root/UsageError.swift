import MartletCore

/// An invalid command line: the message of ArgumentParser, reworded in Martlet's style.
struct UsageError: ExplainedError {
  private let words: String
  private let command: String?
  private let usage: String?

  private static let quoted = Pattern(/'([^']*)'/)
  private static let value = Pattern(/`([^`]*)`/)
  private static let choice = Pattern(/\n  - (.+)/)
  private static let suggestion = Pattern(/`([^`]*)`\. Did you mean `([^`]*)`/)
  private static let suggestions = Pattern(/\. Did you mean .*/)
  private static let list = Pattern(/\. Please provide one of (?s:.*)/)
  private static let end = Pattern(/\.$/)

  /// - Parameters:
  ///   - message: The message of ArgumentParser, such as ``Unknown option '--fo'. Did you mean '--foo'?``
  ///   - command: The command that the message is about; nil for the program.
  init(_ message: String, command: String?, usage: String?) {
    words = message.replacing(Self.quoted) { "`\($0.output.1)`" }
    self.command = command
    self.usage = usage
  }

  var failure: Failure {
    Failure(message, hint: hint, notes: usage.map(Self.lines(ofUsage:)) ?? [], exit: .usage)
  }

  /// Returns the usage lines of a command.
  private static func lines(ofUsage usage: String) -> [String] {
    usage.split(separator: "\n").enumerated().map { ($0.offset == 0 ? "usage: " : "       ") + $0.element }
  }

  /// The accepted values, if the message lists them on one line or on several.
  private var choices: [String] {
    guard let list = words.firstRange(of: ". Please provide one of ").map({ words[$0.upperBound...] }) else {
      return []
    }
    let lines = list.matches(of: Self.choice).map { String($0.output.1) }
    return lines.isEmpty ? list.matches(of: Self.value).map { String($0.output.1) } : lines
  }

  private var message: String {
    let sentence = words.replacing(Self.suggestions, with: "")
      .replacing(Self.list, with: choices.isEmpty ? "" : ", expected \(choices.alternatives)")
      .replacing("Missing expected argument", with: "missing argument")
      .replacing(Self.end, with: "")
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// ArgumentParser suggests any option of similar length; only near matches are kept.
  private var hint: String {
    if let match = words.firstMatch(of: Self.suggestion),
      let name = [String(match.output.2)].nearest(to: String(match.output.1))
    {
      return "did you mean `\(name)`?"
    }
    if let given = words.firstMatch(of: Self.value)?.output.1, let name = choices.nearest(to: String(given)) {
      return "did you mean `\(name)`?"
    }
    return "see `\((["martlet"] + [command].compactMap { $0 }).joined(separator: " ")) --help`"
  }
}

extension [String] {
  /// The names as in a sentence: `a`, `b` or `c`.
  fileprivate var alternatives: String {
    let names = map { "`\($0)`" }
    return [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
  }
}
