import Processes

/// The `git` program with the user's configuration, credentials and hooks.
package struct GitProgram: Equatable, Sendable {
  /// The working directory.
  package let directory: String
  /// The environment, without the variables that name another repository.
  package let environment: [String: String]
  /// The variables that select a repository, if `directory` alone does not.
  let placement: [String: String]
  /// Stops it early; nil for nothing.
  package let interruption: Interruption?

  /// Creates the program found in the `PATH` of `environment`, run in `directory`.
  package init(
    directory: String, environment: [String: String], placement: [String: String] = [:],
    interruption: Interruption? = nil
  ) {
    self.directory = directory
    self.placement = placement
    self.environment = environment.filter {
      !Self.localVariables.contains($0.key) && !Repository.secretVariables.contains($0.key)
    }
    self.interruption = interruption
  }

  /// Returns a command for the program.
  func command(_ arguments: [String]) -> Command { command("git", arguments) }

  /// Returns a command for another program with the same environment.
  func command(_ program: String, _ arguments: [String]) -> Command {
    let environment = environment.merging(placement) { $1 }
    var command = Command(program, arguments, environment: environment, directory: directory)
    command.interruption = interruption
    return command
  }

  /// The output of `git rev-parse --local-env-vars`, except the configuration in variables, which belongs to the user.
  static let localVariables: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

extension Repository {
  /// The `git` program for this repository, with its top folder as the working directory.
  package var gitProgram: GitProgram { gitProgram(in: environment) }

  func gitProgram(in environment: [String: String]) -> GitProgram {
    GitProgram(
      directory: workTree, environment: environment.filter { !credentialVariables.contains($0.key) },
      placement: placed().variables, interruption: interruption)
  }

  private func placed() -> Placement {
    if let placement { return placement }
    let found = Placement(of: self)
    placement = found
    return found
  }
}

extension Command {
  /// Runs the program, and returns its result, also that of a failure.
  ///
  /// - Throws: `GitError.program` if it cannot run, `.interrupted` if the user has stopped it.
  func result() throws(GitError) -> CommandResult {
    let result: CommandResult
    do {
      result = try run()
    } catch {
      throw .program(error)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    return result
  }
}
