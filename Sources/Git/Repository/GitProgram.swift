import Processes

/// The `git` program as the user has it, with the user's configuration, credentials and hooks.
package struct GitProgram: Equatable, Sendable {
  /// The folder it runs in.
  package let directory: String
  /// What it gets to see, without the variables that would point it to another repository.
  package let environment: [String: String]
  /// What ends it before its time; nil for nothing.
  package let interruption: Interruption?

  /// The program that the `PATH` of `environment` finds, run in `directory`.
  package init(directory: String, environment: [String: String], interruption: Interruption? = nil) {
    self.directory = directory
    self.environment = environment.filter {
      !Self.localVariables.contains($0.key) && !Repository.secretVariables.contains($0.key)
    }
    self.interruption = interruption
  }

  /// Whether there is a `git` program.
  package var isThere: Bool { command([]).canBeFound }

  /// An order for the program, not yet run.
  func command(_ arguments: [String]) -> Command { command("git", arguments) }

  /// An order for another program that sees and gets what git would give it.
  func command(_ program: String, _ arguments: [String]) -> Command {
    var command = Command(program, arguments, environment: environment, directory: directory)
    command.interruption = interruption
    return command
  }

  /// What `git rev-parse --local-env-vars` lists, less the configuration given by variables: these are the user's.
  static let localVariables: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

extension Repository {
  /// The `git` program, run in the top folder of this repository.
  package var gitProgram: GitProgram {
    GitProgram(directory: workTree, environment: environment, interruption: interruption)
  }
}
