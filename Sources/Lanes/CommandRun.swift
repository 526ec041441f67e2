import TextEditing

/// A program of the user's to run. What it does to the disk nobody knows before, so planning goes on when it has run.
package struct CommandRun: Hashable, Sendable, Codable {
  package enum Words: Hashable, Sendable, Codable {
    /// A program and its arguments, none of which is read by a shell.
    case vector([String])
    /// A script for `/bin/sh`; facts reach it by its environment, never by its text.
    case shell(String)
  }

  package let words: Words
  /// Where it starts; nil: the repository's root.
  package let directory: RelativePath?
  /// What it finds in its environment beside the user's own.
  package let environment: [String: String]
  /// The variables that hold a secret, with the secret's name; the value is in no plan.
  package let secrets: [String: String]
  /// The files that it is declared to write, in byte order.
  package let outputs: [RelativePath]
  /// Whether its standard output is kept for later steps instead of shown.
  package let isCaptured: Bool
  /// After how many seconds it is ended; nil: never.
  package let timeout: Int?
  /// The exit statuses that count as success.
  package let allowedStatuses: [Int32]
  /// Whether others may see what it does, so that it counts as public.
  package let isOutward: Bool

  package init(
    _ words: Words, directory: RelativePath?, environment: CommandEnvironment, outputs: [RelativePath],
    terms: CommandTerms
  ) {
    self.words = words
    self.directory = directory
    self.environment = environment.values
    secrets = environment.secrets
    self.outputs = outputs
    isCaptured = terms.isCaptured
    timeout = terms.timeout
    allowedStatuses = terms.allowedStatuses
    isOutward = terms.isOutward
  }

  /// The command for people, in one line: the first line of a script, and of an argument with several lines.
  package var line: String { line { $0.firstLineWithCount } }

  /// The command for programs: the first line of a script, and every argument whole.
  package var fullLine: String { line { $0.quotedForPeople } }

  private func line(argument: (String) -> String) -> String {
    switch words {
    case .vector(let words): return words.map(argument).joined(separator: " ")
    case .shell(let script):
      let lines = script.split(whereSeparator: \.isNewline)
      return (lines.first.map(String.init) ?? "") + (lines.count > 1 ? " …" : "")
    }
  }
}

extension String {
  fileprivate var quotedForPeople: String { contains(" ") || isEmpty ? "'\(self)'" : self }

  /// The first line with something in it, and how many lines there are.
  fileprivate var firstLineWithCount: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return quotedForPeople }
    let first = lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return "'\(first) …' (\(lines.count) lines)"
  }
}

/// What a command finds in its environment beside the user's own.
package struct CommandEnvironment: Sendable {
  package var values: [String: String] = [:]
  /// The variables that hold a secret, with the secret's name.
  package var secrets: [String: String] = [:]

  package init() {}
}

/// How a command is run and judged.
package struct CommandTerms: Sendable {
  package var isCaptured = false
  package var timeout: Int?
  package var allowedStatuses: [Int32] = [0]
  package var isOutward = false

  package init() {}
}
