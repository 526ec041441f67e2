import MartletTextEditing
import Processes

/// The `git` program, for reading a repository: it writes nothing, not even the index, runs no hook, pager or
/// file-system monitor, and does not prompt. Filters of files run as for any `git status`, those of the repository's own
/// configuration only while it may run programs.
struct GitQuery {
  private let repository: Repository
  private let program: GitProgram

  /// Whether programs that the repository's own configuration names may run.
  var runsOwnPrograms: Bool { repository.runsOwnPrograms }

  /// Nil where there is no `git` program.
  init?(_ repository: Repository) {
    self.repository = repository
    program = repository.gitProgram(in: Self.environment(for: repository))
    guard program.isThere else { return nil }
  }

  private static func environment(for repository: Repository) -> [String: String] {
    repository.environment.filter { !$0.key.hasSuffix("_PATHSPECS") }
      .merging(["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
  }

  /// Returns the program's result, with any exit status.
  ///
  /// - Parameters:
  ///   - input: The standard input.
  ///   - variables: The names of git's own variables that are kept.
  ///   - limit: The number of bytes of the output that are kept.
  func result(
    of arguments: [String], input: [UInt8] = [], heeding variables: [String] = [], limit: Int = .max
  ) throws(GitError) -> CommandResult {
    let options = ["--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null"]
    var command = program.command(options + arguments)
    for name in variables { command.environment[name] = repository.environment[name] }
    if !input.isEmpty { command.input = .bytes(input) }
    command.captureLimit = limit
    let result: CommandResult
    do {
      result = try command.run()
    } catch {
      throw .program(error)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    return result
  }
}

extension CommandResult {
  /// The last line of the program's error output, without `fatal: `.
  var lastErrorLine: String {
    let line = errorText.split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(termination)"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst("fatal: ".count)) : line
  }
}

/// A task that git cannot do completely, or that libgit2 does because there is no `git` program.
package enum GitFallback: Hashable, Sendable {
  case status, history
  /// `git` reads the status, but without the filters of the repository's own configuration.
  case filters

  /// How the results may differ from git's.
  package var warning: Diagnostic {
    switch self {
    case .status:
      Diagnostic(
        "there is no `git` program, so libgit2 compares the files, and may miss changes: it reads some ignore rules"
          + " differently, skips files outside a sparse checkout, and runs no filters", severity: .warning,
        hint: "install git before you rely on `ensure_clean`")
    case .filters:
      Diagnostic(
        "filters in `.git/config` do not run in a command that only reads, so their files may count as changed",
        severity: .warning,
        hint: "declare them in your own configuration, with `git config --global`, if you trust them")
    case .history:
      Diagnostic(
        "there is no `git` program, so libgit2 reads the history, without grafts, replaced objects and shallow clones",
        severity: .warning, hint: "install git if the repository has any of these")
    }
  }
}

extension Repository {
  /// Returns the `git` program for queries; nil when there is none, and libgit2 must do the task.
  func query(orFallBackOn fallback: GitFallback) -> GitQuery? {
    if let query = GitQuery(self) {
      if fallback == .status, hidesFilters, usedFallbacks.insert(.filters).inserted { reportFallback?(.filters) }
      return query
    }
    if usedFallbacks.insert(fallback).inserted { reportFallback?(fallback) }
    return nil
  }
}
