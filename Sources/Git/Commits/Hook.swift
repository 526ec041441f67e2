import Processes

/// What becomes of the user's hooks.
package enum HookPolicy: Sendable {
  /// They do not run, as with `--no-verify`; none of them.
  case skipped
  /// They run, and what they write is shown when they fail.
  case quiet
  /// They run, and what they write goes to standard error, as git does it.
  case shown
}

/// One of the user's programs that git runs at certain moments.
struct Hook {
  let name: String
  let repository: Repository
  let policy: HookPolicy

  /// The hook's file; nil when there is none, or none that may be run, or hooks are not wanted.
  var path: String? {
    let folder: String
    switch policy {
    case .skipped: return nil
    case .quiet, .shown:
      folder = repository.configurationPath("core.hookspath") ?? "\(repository.commonDirectory)/hooks"
    }
    // Hooks run in the top folder, which is what a relative path starts from.
    let path = "\(folder.hasPrefix("/") ? "" : "\(repository.workTree)/")\(folder)/\(name)"
    return Files.isExecutable(path) ? path : nil
  }

  /// Runs the hook if there is one, and throws when it fails.
  ///
  /// - Parameters:
  ///   - variables: what it gets to see besides the user's environment.
  ///   - input: what it reads.
  /// - Throws: `GitError.hookFailed`, `.interrupted`.
  func run(
    _ arguments: [String] = [], variables: [String: String] = [:], input: Command.Input = .nothing, isInteractive: Bool
  ) throws(GitError) {
    guard let path else { return }
    var command = repository.gitProgram.command(path, arguments)
    command.environment.merge(variables) { $1 }
    command.input = input
    command.isInteractive = isInteractive
    switch policy {
    case .skipped, .quiet: command.streams = .capturedTogether
    case .shown: command.streams = .inheritedErrors
    }
    let result: CommandResult
    do {
      result = try command.run()
    } catch {
      throw .program(error)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    guard result.succeeded else {
      throw .hookFailed(name: name, how: result.termination.description, output: result.outputText)
    }
  }
}
