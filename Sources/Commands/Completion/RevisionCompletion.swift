import ArgumentParser
import Execution
import SystemAPI

/// Completions for a revision: `HEAD`, and the tags in alphabetical order; none on errors, because a shell cannot show
/// messages there.
struct RevisionCompletion {
  let names: [String]

  /// - Parameter words: The command line as typed, including the program's name.
  init(_ words: [String]) {
    let directory = LaneCompletion.value(of: "-C", in: words) ?? FileManager.default.currentDirectoryPath
    let workspace = try? Workspace(containing: directory, environment: Session.processEnvironment)
    names = (try? workspace?.tags().keys.sorted()).map { ["HEAD"] + $0 } ?? []
  }
}

extension CompletionKind {
  /// `HEAD` and the tags of the repository.
  static var revision: CompletionKind { .custom { words, _, _ in RevisionCompletion(words).names } }
}
