import MartletCore
import Processes

/// The `git` program, for reading a repository: it writes nothing, not even the index, runs no hook, pager or
/// file-system monitor, and does not prompt. Filters of files run as for any `git status`, those of the repository's own
/// configuration only while it may run programs.
struct GitQuery {
  private let repository: Repository
  private let program: GitProgram

  /// Whether programs that the repository's own configuration names may run.
  var runsOwnPrograms: Bool { repository.runsOwnPrograms }

  init(_ repository: Repository) {
    self.repository = repository
    program = repository.gitProgram(in: Self.environment(for: repository))
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
    return try command.result()
  }
}

extension CommandResult {
  /// The last line of the program's error output, without `fatal: `.
  var lastErrorLine: String {
    let line = errorText.split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(termination)"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst("fatal: ".count)) : line
  }
}
