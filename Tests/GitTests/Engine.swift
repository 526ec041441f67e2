import Git
import TestSupport
import Testing

/// Who tells the status and the history of a repository.
enum Engine: CaseIterable, CustomTestStringConvertible {
  /// The `git` program.
  case git
  /// libgit2, because there is no `git` program.
  case libgit2

  var testDescription: String { self == .git ? "by git" : "by libgit2" }
}

extension GitSandbox {
  /// Our view of the sandbox's repository, opened anew, where there is a `git` program or none.
  func repository(_ engine: Engine) throws -> Repository {
    var environment = environment
    if engine == .libgit2 { environment["PATH"] = "\(folder.path)/no-programs" }
    return try Repository(containing: path, environment: environment)
  }
}
