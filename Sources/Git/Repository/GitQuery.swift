import MartletTextEditing
import Processes

/// The `git` program, for reading a repository: it writes nothing, not even the index, runs no hook, pager or
/// file-system monitor, and does not prompt. Filters of files run as for any `git status`.
struct GitQuery {
  private let repository: Repository
  private let program: GitProgram
  /// The options for the repository, if the working directory alone does not select it.
  private let place: [String]

  /// Nil where there is no `git` program.
  init?(_ repository: Repository) {
    self.repository = repository
    program = GitProgram(
      directory: repository.workTree, environment: Self.environment(for: repository),
      interruption: repository.interruption)
    guard program.isThere else { return nil }
    if (try? Files.kind(of: "\(repository.workTree)/.git")).flatMap(\.self) != nil {
      place = []
    } else {
      let workTree = repository.isBare ? [] : ["--work-tree=\(repository.workTree)"]
      place = ["--git-dir=\(repository.gitDirectory)"] + workTree
    }
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
  func result(
    of arguments: [String], input: [UInt8] = [], heeding variables: [String] = []
  ) throws(GitError) -> CommandResult {
    let options = ["--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null"]
    var command = program.command(place + options + arguments)
    for name in variables { command.environment[name] = repository.environment[name] }
    if !input.isEmpty { command.input = .bytes(input) }
    command.captureLimit = .max
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

/// A task that libgit2 does when there is no `git` program.
package enum GitFallback: Hashable, Sendable {
  case status, history

  /// How libgit2's results may differ from git's.
  package var warning: Diagnostic {
    switch self {
    case .status:
      Diagnostic(
        "there is no `git` program, so libgit2 compares the files, and may miss changes: it reads some ignore rules"
          + " differently, skips files outside a sparse checkout, and runs no filters", severity: .warning,
        hint: "install git before you rely on `ensure_clean`")
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
    if let query = GitQuery(self) { return query }
    if usedFallbacks.insert(fallback).inserted { reportFallback?(fallback) }
    return nil
  }
}
