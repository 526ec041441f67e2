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
    switch policy {
    case .skipped: return nil
    case .quiet, .shown:
      let path = "\(repository.configuredHooksFolder ?? "\(repository.commonDirectory)/hooks")/\(name)"
      return Files.isExecutable(path) ? path : nil
    }
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

extension Repository {
  /// Checks that the folder that `core.hooksPath` names is there: git runs no hook at all where it is missing, and says
  /// nothing. `/dev/null` is there, and turns hooks off.
  ///
  /// - Throws: `GitError.invalidSetting`.
  package func checkHooksFolder() throws(GitError) {
    guard let folder = configuredHooksFolder, try Files.status(of: folder) == nil else { return }
    let value = configurationPath("core.hookspath") ?? folder
    throw .invalidSetting("core.hooksPath", value: value, expected: "a folder that is there: no hook would run")
  }

  /// The folder of `core.hooksPath`, absolute; hooks run in the top folder, which is what a relative path starts from.
  fileprivate var configuredHooksFolder: String? {
    configurationPath("core.hookspath").map { $0.hasPrefix("/") ? $0 : "\(workTree)/\($0)" }
  }
}
