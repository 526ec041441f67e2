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
  /// - Parameter variables: what it gets to see besides the user's environment.
  func run(_ arguments: [String] = [], variables: [String: String], isInteractive: Bool) throws(GitError) {
    guard let path else { return }
    var command = Command(
      path, arguments, environment: repository.gitProgram.environment.merging(variables) { $1 },
      directory: repository.workTree)
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
    guard result.succeeded else {
      throw .hookFailed(name: name, how: result.termination.description, output: result.outputText)
    }
  }
}
