import MartletCore
import Processes

/// The `git` program, for changing a repository: it makes commits, tags and references.
struct GitChange {
  let repository: Repository
  /// Whether the user's hooks run.
  var hooks = HookPolicy.skipped
  /// Whether hooks and signing may prompt at the terminal.
  var isInteractive = false
  /// Additional variables, such as that of another index.
  var variables: [String: String] = [:]
  /// Additional settings.
  var settings: [(String, String)] = []
  /// Whether a signal stops it. It does not stop what undoes a run.
  var isInterruptible = true

  init(_ repository: Repository) { self.repository = repository }

  /// The program for short changes that also undo a run.
  static func uninterrupted(_ repository: Repository) -> GitChange {
    var git = GitChange(repository)
    git.isInterruptible = false
    return git
  }

  /// - Parameter now: The time of author and committer in seconds since 1970, unless git's variables set another one;
  ///   nil for a command that makes neither a commit nor a tag.
  func command(_ arguments: [String], input: [UInt8] = [], now: Int64? = nil) -> Command {
    var command = repository.gitProgram.command(["--no-pager"] + arguments)
    command.environment.merge(variables) { $1 }
    command.environment.add(ownSettings + settings)
    if let now { repository.addIdentity(to: &command, now: now) }
    command.isInteractive = isInteractive
    if !isInterruptible { command.interruption = nil }
    command.captureLimit = .max
    if !input.isEmpty { command.input = .bytes(input) }
    return command
  }

  /// Runs git, and returns its output.
  ///
  /// - Throws: `GitError.refused` with git's reason.
  func output(
    of arguments: [String], to task: String, input: [UInt8] = [], now: Int64? = nil
  ) throws(GitError) -> [UInt8] {
    let result = try command(arguments, input: input, now: now).result()
    guard result.succeeded else { throw .refused(task: task, output: result.errorText) }
    return result.output
  }

  /// Runs git, and returns the object whose id it prints.
  func object(
    of arguments: [String], to task: String, input: [UInt8] = [], now: Int64? = nil
  ) throws(GitError) -> ObjectID {
    let text = String(decoding: try output(of: arguments, to: task, input: input, now: now), as: UTF8.self)
    guard let id = ObjectID(String(text.prefix { !$0.isNewline })) else {
      throw .failed(task: task, reason: "`git \(arguments.first ?? "")` printed no object id")
    }
    return id
  }

  private var ownSettings: [(String, String)] {
    // The user's own commands collect garbage.
    var settings = [("gc.auto", "0"), ("maintenance.auto", "false")]
    // What the journal lists as done must be on the disk.
    if !repository.settings.has(["core.fsync"]) {
      settings.append(("core.fsync", "committed,loose-object,reference"))
    }
    guard case .skipped = hooks else { return settings }
    settings.append(("core.hooksPath", "/dev/null"))
    return settings + repository.hookSettings.map { ("hook.\($0).enabled", "false") }
  }
}

extension Repository {
  /// The names of the hooks in the configuration.
  var hookSettings: [String] {
    Set(settings.all.compactMap { $0.key.subsection(of: "hook", ["event"]) }).sorted { $0.precedesInBytes($1) }
  }
}

extension RelativePath {
  /// The path for git, without characters that match others.
  var literal: String { ":(literal)\(string)" }
}
