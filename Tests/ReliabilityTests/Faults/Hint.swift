import TestSupport

/// The hint of an error, as a user follows it.
struct Hint {
  private let text: String
  /// The command of the lane that may not have finished; nil for none.
  private let doubtful: String?

  /// The first hint in the output; nil for none.
  init?(in errors: String) {
    let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("hint: ") }) else { return nil }
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
    text = ([lines[start].dropFirst(6)] + rest).joined(separator: "\n")
    doubtful = SweptLane.outwardCommands.first { errors.contains("whether `../bin/\($0)` finished") }
  }

  /// One way out.
  struct Choice {
    let commands: [String]
    /// Whether the commands, or the files that they need, are in the clone where the run began.
    let needsFirstClone: Bool
    /// Whether the commands belong into that clone.
    let isForFirstClone: Bool

    fileprivate init?(_ text: Substring) {
      commands = text.matches(of: /`([^`]+)`/).map { String($0.1) }.filter {
        $0.hasPrefix("git ") || $0.hasPrefix("martlet ") || $0.hasPrefix("rm ")
      }
      guard !commands.isEmpty else { return nil }
      isForFirstClone = text.contains("in the clone where the run began")
      needsFirstClone = isForFirstClone || text.contains("FOLDER")
    }

    fileprivate func contains(_ option: String) -> Bool { commands.contains { $0.contains(option) } }
  }

  private var choices: [Choice] {
    text.replacing("\n", with: " ").split(separator: #/, or |; or |; |, otherwise /#).compactMap(Choice.init)
  }

  /// The way out for somebody who knows what has happened.
  func choice(knowing state: PublicState, hasFirstClone: Bool, using generator: inout SeededGenerator) -> Choice? {
    let choices = choices.filter { hasFirstClone || !$0.needsFirstClone }
    func choice(_ option: String) -> Choice? { choices.first { $0.contains(option) } }
    if let doubtful, let skip = choice("--skip"), let again = choice("--repeat") {
      return state.effects.contains(doubtful) ? skip : again
    }
    return choices.randomElement(using: &generator)
  }
}
