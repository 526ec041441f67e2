import Processes
import TextEditing

/// The `git` program as it is asked about a repository: it writes nothing, not even the index, runs no hook, no pager and no
/// file-system monitor, and asks nobody. The filters of files run as for any `git status`.
struct GitQuery {
  private let repository: Repository
  private let program: GitProgram
  /// What leads the program to the repository where the folder alone does not.
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

  /// What the program answers, whatever its exit status is.
  ///
  /// - Parameters:
  ///   - input: What it reads.
  ///   - variables: The names of those of git's own variables that count, too.
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
  /// Why the program failed, in its own words.
  var lastErrorLine: String {
    let line = errorText.split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(termination)"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst("fatal: ".count)) : line
  }
}

/// What libgit2 does where there is no `git` program.
package enum GitFallback: Hashable, Sendable {
  case status, history

  /// How libgit2's answers may differ from git's.
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
  /// The `git` program to ask; nil where there is none, and libgit2 does as well as it can.
  func query(orFallBackOn fallback: GitFallback) -> GitQuery? {
    if let query = GitQuery(self) { return query }
    if usedFallbacks.insert(fallback).inserted { reportFallback?(fallback) }
    return nil
  }
}
