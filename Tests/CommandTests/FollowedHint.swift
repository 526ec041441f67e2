import Foundation
import Testing

/// One way out that a hint of a golden case names.
struct FollowedHint: Sendable, CustomTestStringConvertible {
  enum Action: Sendable, Equatable {
    /// Commands for a shell.
    case commands([String])
    /// Words to add to the command line.
    case option(String)
    /// A name instead of a wrong one.
    case name(String, instead: String)
  }

  let golden: GoldenCase
  /// The line that is not printed again after the hint was followed.
  private let line: String
  /// The words before the action.
  private let choice: String
  let action: Action

  var testDescription: String { "\(golden.name): \(action)" }

  /// The ways out of all hints of the case that need no thought of the user.
  static func all(of golden: GoldenCase) -> [FollowedHint] {
    var message = ""
    return (golden.lines("stderr.txt") + golden.lines("stdout.txt")).flatMap { line -> [FollowedHint] in
      if line.contains(#/^(error|warning): /#) { message = line }
      guard let hint = line.firstMatch(of: #/^( *)hint: (.*)/#)?.output else { return [] }
      // A finding of `doctor` has its message in a row of a table.
      let repeated = hint.1.count > 2 ? String(hint.2) : message
      let choices = hint.2.split(separator: #/, or |; or |; |, otherwise /#).map(String.init)
      return choices.compactMap { choice in
        action(of: choice, message).map { FollowedHint(golden: golden, line: repeated, choice: choice, action: $0) }
      }
    }
  }

  private static func action(of choice: String, _ message: String) -> Action? {
    let quoted = choice.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    // Words such as `FILE` and `…` are for the user to replace.
    guard let first = quoted.first, !quoted.contains(where: { $0.contains(#/\b[A-Z]{2,}\b|…|\$\{|Your/#) }),
      !choice.hasPrefix("if ")
    else { return nil }
    let commands = quoted.filter { $0.contains(#/^(martlet|git|chmod|cd|rm|mv|swift) /#) }
    if !commands.isEmpty { return .commands(commands) }
    if let line = choice.firstMatch(of: #/^add `(\S+)` to `.gitignore`/#)?.output.1 {
      return .commands(["echo '\(line)' >>.gitignore"])
    }
    guard choice.hasPrefix("did you mean") else { return first.hasPrefix("--") ? .option(first) : nil }
    let found = message.split(separator: ", expected").first?.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    return found?.max { $0.likeness(to: first) < $1.likeness(to: first) }.map { .name(first, instead: $0) }
  }

  /// The command line of the case, with the action in it.
  var arguments: [String] {
    if case .option(let option) = action { return golden.arguments + option.split(separator: " ").map(String.init) }
    return golden.arguments.map(corrected)
  }

  func corrected(_ text: String) -> String {
    if case .name(let name, let wrong) = action { text.replacing(wrong, with: name) } else { text }
  }

  func corrected(_ file: Data) -> Data {
    guard case .name = action, let text = String(data: file, encoding: .utf8) else { return file }
    return Data(corrected(text).utf8)
  }

  /// Whether the case's output says the same again.
  func isRepeated(in output: String) -> Bool {
    output.split(separator: "\n").contains { $0 == line || $0.hasSuffix("hint: \(line)") }
  }

  /// Whether the command of the hint is to be typed instead of the failed one.
  func isInstead(_ command: String) -> Bool {
    guard command.hasPrefix("martlet ") else { return false }
    return command.split(separator: " ")[1] == golden.arguments.first ?? "" || command.contains("martlet finish")
      || line.contains("unknown command")
  }
}

extension String {
  /// The share of equal characters from the start and from the end.
  fileprivate func likeness(to other: String) -> Double {
    func shared(_ one: some Sequence<Character>, _ two: some Sequence<Character>) -> Int {
      zip(one, two).prefix { $0 == $1 }.count
    }
    let length = shared(self, other) + shared(reversed(), other.reversed())
    return Double(length) / Double(max(count, other.count))
  }
}
