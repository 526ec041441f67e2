import Lanes
import MartletCore

extension Draft {
  /// - Throws: `Failure.badPath` for a text that is not a path inside the repository.
  func path(_ text: String) throws(Failure) -> RelativePath {
    guard let path = RelativePath(text) else { throw .badPath(text) }
    return path
  }

  /// Returns a file that the lane changes.
  ///
  /// - Throws: `Failure.missingProjectFile` without such a file, `.missingFile` if a command may have to write it.
  func projectSource(at path: RelativePath) throws -> SourceText {
    if let source = try source(at: path) { return source }
    throw awaitsCommand(writing: path) ? Failure.missingFile(path) : .missingProjectFile(path)
  }

  /// - Throws: `Failure.missingFile` where there is no such file.
  func requiredSource(at path: RelativePath) throws -> SourceText {
    guard let source = try source(at: path) else { throw Failure.missingFile(path) }
    return source
  }
}

extension Template {
  /// The problem of a literal path that leads out of the repository.
  var badPath: StepProblem? {
    guard let text = literal, RelativePath(text) == nil else { return nil }
    return StepProblem(.badPath(text))
  }
}

extension Failure {
  static func badPath(_ text: String) -> Failure { Failure("`\(text)` is not a path inside the repository").permanent }

  /// A file that the lane changes, and that no command before the step lists in `outputs`.
  static func missingProjectFile(_ path: RelativePath) -> Failure {
    Failure("no file `\(path)`", hint: "correct the path, or list the file in `outputs` of the `run` that writes it")
      .permanent
  }

  package static func missingFile(_ path: RelativePath) -> Failure { Failure("no file `\(path)`") }
}
