import MartletCore

/// A user-defined program to run. Its effects on the disk are unknown before it runs, so planning resumes after it has
/// run.
package struct CommandRun: Hashable, Sendable, Codable {
  package enum Words: Hashable, Sendable, Codable {
    /// A program and its arguments, without a shell.
    case vector([String])
    /// A script for `/bin/sh`; it receives facts in its environment, never in its text.
    case shell(String)
  }

  package let words: Words
  /// The working directory; nil: the repository's root.
  package let directory: RelativePath?
  /// Additional environment variables.
  package let environment: [String: String]
  /// The secret variables with the secrets' names; plans never contain the values.
  package let secrets: [String: String]
  /// The declared output files, in byte order.
  package let outputs: [RelativePath]
  /// The patterns of the files that it makes for a release; nil for none.
  package let artifacts: [String]?
  /// Whether its standard output is kept for later steps instead of shown.
  package let isCaptured: Bool
  /// The time limit in seconds; nil: no limit.
  package let timeout: Int?
  /// The exit statuses that count as success.
  package let allowedStatuses: [Int32]
  /// Whether its effects are public.
  package let isOutward: Bool
  /// What it may change beside its outputs, which the plan does not show.
  package let changes: [CommandChange]

  package init(
    _ words: Words, directory: RelativePath?, environment: CommandEnvironment, outputs: [RelativePath],
    terms: CommandPolicy
  ) {
    self.words = words
    self.directory = directory
    self.environment = environment.values
    secrets = environment.secrets
    self.outputs = outputs
    artifacts = terms.artifacts.isEmpty ? nil : terms.artifacts
    isCaptured = terms.isCaptured
    timeout = terms.timeout
    allowedStatuses = terms.allowedStatuses
    isOutward = terms.isOutward
    changes = terms.changes
  }

  /// The command in one line for display: the first line of a script, and of an argument with several lines.
  package var line: String { line { $0.firstLineWithCount } }

  /// The command in one line with complete arguments; of a script, the first line.
  package var fullLine: String { line { $0.quotedInText } }

  private func line(argument: (String) -> String) -> String {
    switch words {
    case .vector(let words): return words.map(argument).joined(separator: " ")
    case .shell(let script):
      let lines = script.split(whereSeparator: \.isNewline)
      return (lines.first.map(String.init) ?? "") + (lines.count > 1 ? " …" : "")
    }
  }
}

extension CommandRun: EffectValue {
  package var summary: EffectSummary {
    var summary = EffectSummary("run", line)
    summary.progress = .section
    return summary
  }

  package func fields(_ outcome: Outcome) -> EffectFields { ["command": fullLine] }
  package var publicName: String? { "`\(line)`" }
  package var act: Trust.Act? { isOutward ? .write : .run }
  package var changedPaths: [RelativePath] { outputs }
  package var isOpaque: Bool { true }

  package func apply(to draft: inout Draft) throws {
    for path in outputs {
      try Draft.checkOutsideGit(path.string, path.string)
      if try !draft.workspace.isIgnored(path) { draft.progress.uncommitted[path] = .unknown }
    }
  }
}

extension String {
  fileprivate var quotedInText: String { contains(" ") || isEmpty ? "'\(self)'" : self }

  fileprivate var firstLineWithCount: String {
    shortened.map { "'\($0.line) …' (\($0.count) lines)" } ?? quotedInText
  }

  /// The text without line ends at its end.
  package var withoutLastLineEnds: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }

  /// The first line that is not blank, and the number of lines; nil for a text of one line.
  package var shortened: (line: Substring, count: Int)? {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return nil }
    return (lines.first { !$0.allSatisfy(\.isWhitespace) } ?? "", lines.count)
  }
}

/// The additional environment variables of a command.
package struct CommandEnvironment: Sendable {
  package var values: [String: String] = [:]
  /// The secret variables with the secrets' names.
  package var secrets: [String: String] = [:]

  package init() {}
}

/// The rules for running a command and for evaluating its result.
package struct CommandPolicy: Sendable {
  /// The patterns of the files that the command makes for a release.
  package var artifacts: [String] = []
  package var isCaptured = false
  package var timeout: Int?
  package var allowedStatuses: [Int32] = [0]
  package var isOutward = false
  package var changes: [CommandChange] = []

  package init() {}
}

/// A change that a command declares, so that it does not stop the run.
package enum CommandChange: String, CaseIterable, Hashable, Sendable, Codable {
  /// It makes commits, or checks out another commit or branch.
  case head
}

extension CommandChange: ParameterChoice, ParameterElement {
  package static var elementShape: ValueShape { shape }
}
