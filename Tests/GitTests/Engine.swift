import Git
import TestSupport
import Testing

/// The engine for the status and the history of a repository.
enum Engine: CaseIterable, CustomTestStringConvertible {
  /// The `git` program.
  case git
  /// libgit2, because there is no `git` program.
  case libgit2

  var testDescription: String { self == .git ? "by git" : "by libgit2" }
}

extension GitSandbox {
  /// The sandbox's repository, opened again, with or without a `git` program.
  func repository(_ engine: Engine) throws -> Repository {
    var environment = environment
    if engine == .libgit2 { environment["PATH"] = "\(folder.path)/no-programs" }
    return try Repository(containing: path, environment: environment)
  }
}
