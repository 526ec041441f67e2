import Execution
import Lanes
import MartletCore
import Processes
import Steps

/// Opens the repositories of a train. Their errors name the repository.
struct TrainSessions {
  private let list: TrainList
  private let options: CommandOptions
  private let interruption: Interruption

  init(_ list: TrainList, _ options: CommandOptions, _ interruption: Interruption) {
    (self.list, self.options, self.interruption) = (list, options, interruption)
  }

  /// Returns a new session, which reads the state of the repository again.
  func session(of name: String) throws -> Session {
    var options = options
    options.directory = list.folder(of: name)
    options.json = false
    options.quiet = true
    do {
      return try Session(options, interruption: interruption)
    } catch let error as any ExplainedError {
      throw error.failure.naming(name)
    }
  }

  func repository(_ name: String) throws -> ReleaseTrain.Repository {
    let session = try session(of: name)
    do {
      return try ReleaseTrain.Repository(
        name, of: session.draft(), hasUnfinishedRun: session.workspace.unfinishedRun() != nil)
    } catch let error as any ExplainedError {
      throw error.failure.naming(name)
    }
  }
}

extension Failure {
  /// Returns this failure with the repository in its messages.
  func naming(_ repository: String) -> Failure {
    var failure = self
    failure.diagnostics = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.message = "`\(repository)`: \(diagnostic.message)"
      return diagnostic
    }
    return failure
  }
}
