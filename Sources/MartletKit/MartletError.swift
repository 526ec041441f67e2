import Changelogs
import Manifests
import TextEditing
import Versioning

/// Why something could not be done: the one error of this module.
///
/// Bad input never does more than this. Nothing is changed half: whoever gets an error has got no bytes to write.
public struct MartletError: Error, Hashable, Sendable {
  /// What is wrong; never empty, and several where several things are wrong at once.
  public let problems: [Problem]

  init(_ diagnostics: [Diagnostic]) {
    problems = diagnostics.map(Problem.init)
  }

  init(_ message: String, hint: String? = nil) {
    self.init([Diagnostic(message, hint: hint)])
  }
}

extension MartletError: CustomStringConvertible {
  /// All problems, as a terminal would show them.
  public var description: String { problems.map(\.description).joined(separator: "\n\n") }
}

extension MartletError {
  /// What `body` gives.
  ///
  /// - Throws: whatever it throws, in this module's words.
  static func explaining<Result>(_ body: () throws -> Result) throws(MartletError) -> Result {
    do {
      return try body()
    } catch {
      throw MartletError(error)
    }
  }

  /// `error` in this module's words: where the program's hint is one of its own orders, this module has another.
  private init(_ error: any Error) {
    switch error {
    case let error as MartletError: self = error
    case VersionError.missingPrereleaseID: self.init("\(error)", hint: "name it with `prereleaseID`")
    case VersionError.noSuchComponent: self.init("\(error)", hint: "give the new version in full")
    case let error as VersionError: self.init("\(error)", hint: error.hint)
    case ChangelogError.version(let error): self.init(error)
    case let error as ChangelogError: self.init(error.diagnostics, hint: error.hintForCallers)
    case let error as SurveyError: self.init(error.diagnostics, hint: error.hintForCallers)
    case let error as any ExplainedError: self.init(error.diagnostics)
    default: self.init("\(error)")
    }
  }

  private init(_ diagnostics: [Diagnostic], hint: String?) {
    self.init(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.hint = hint ?? diagnostic.hint
        return diagnostic
      })
  }
}

extension ChangelogError {
  /// The hint where that of the program would be no help.
  fileprivate var hintForCallers: String? {
    switch self {
    case .nothingUnreleased: "write it there, or insert notes of your own"
    case .badReleaseAs, .releaseAsTooLow, .version, .noSection, .sectionExists, .badChangeFile: nil
    }
  }
}

extension SurveyError {
  /// The hint where that of the program would be no help.
  fileprivate var hintForCallers: String? {
    switch self {
    case .disagreement: "give all of them one with `changedFiles(for:)`"
    case .conflict: "name the files that hold the version with `manifests`"
    case .noVersions: nil
    }
  }
}
