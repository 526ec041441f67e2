import Processes

/// Whether the user's hooks run.
package enum HookPolicy: Sendable {
  /// No hook runs, as with `--no-verify`.
  case skipped
  /// They run, and their output is shown when they fail.
  case quiet
}

/// A hook of the user's that git runs at a certain point.
struct Hook {
  let name: String
  let repository: Repository
  let policy: HookPolicy

  /// The hook's file; nil when it is missing, not executable, or hooks are disabled.
  var path: String? {
    switch policy {
    case .skipped: return nil
    case .quiet:
      let path = "\(repository.configuredHooksFolder ?? "\(repository.commonDirectory)/hooks")/\(name)"
      return Files.isExecutable(path) ? path : nil
    }
  }

  /// Runs the hook if there is one, and throws when it fails.
  ///
  /// - Parameters:
  ///   - variables: Additional environment variables.
  ///   - input: The standard input.
  /// - Throws: `GitError.hookFailed`, `.interrupted`.
  func run(
    _ arguments: [String] = [], variables: [String: String] = [:], input: Command.Input = .nothing, isInteractive: Bool
  ) throws(GitError) {
    guard let path else { return }
    var command = repository.gitProgram.command(path, arguments)
    command.environment.merge(variables) { $1 }
    command.input = input
    command.isInteractive = isInteractive
    command.streams = .capturedTogether
    let result = try command.result()
    guard result.succeeded else {
      throw .hookFailed(name: name, how: result.termination.description, output: result.outputText)
    }
  }
}

extension Repository {
  /// Whether one of the hooks with these names would run.
  package func hasHook(named names: [String]) -> Bool {
    names.contains { Hook(name: $0, repository: self, policy: .quiet).path != nil }
      || hookSettings.contains { name in configurationValues("hook.\(name).event").contains(where: names.contains) }
  }

  /// Checks that the folder in `core.hooksPath` exists: if it is missing, git silently runs no hook. `/dev/null`
  /// exists, and disables hooks.
  ///
  /// - Throws: `GitError.invalidSetting`.
  package func checkHooksFolder() throws(GitError) {
    guard let folder = configuredHooksFolder, try Files.status(of: folder) == nil else { return }
    let value = configurationPath("core.hookspath") ?? folder
    throw .invalidSetting("core.hooksPath", value: value, expected: "an existing folder, because no hook would run")
  }

  /// The absolute form of `core.hooksPath`. A relative path starts at the top folder, where hooks run.
  fileprivate var configuredHooksFolder: String? {
    configurationPath("core.hookspath").map { $0.hasPrefix("/") ? $0 : "\(workTree)/\($0)" }
  }
}
