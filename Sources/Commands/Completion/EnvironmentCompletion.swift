import ArgumentParser
import Environments

/// Completions for an environment; none on errors, because a shell cannot show messages there.
struct EnvironmentCompletion {
  let names: [String]

  /// - Parameter words: The command line as typed, including the program's name.
  init(_ words: [String]) {
    let words = words.map { $0.filter { !"'\"\\".contains($0) } }
    let options = CommandOptions(
      directory: LaneCompletion.value(of: "-C", in: words), file: LaneCompletion.value(of: "--file", in: words),
      quiet: true)
    names = (try? EnvironmentQuery(options).configuration.names) ?? []
  }
}

extension CompletionKind {
  /// The environments of the project.
  static var environment: CompletionKind { .custom { words, _, _ in EnvironmentCompletion(words).names } }
}
