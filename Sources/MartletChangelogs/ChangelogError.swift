import MartletCore

/// An error in writing notes or computing the next version.
package enum ChangelogError: Error, Equatable, Sendable {
  case badReleaseAs(String, commit: ObjectID)
  case releaseAsTooLow(Version, released: Version, commit: ObjectID)
  case version(VersionError)
  case noSection(Version, RelativePath, known: [String])
  case sectionExists(Version, Place)
  case nothingUnreleased(RelativePath)
  /// The changelog does not show where or how a section is to be written.
  case unclear(String, Place, hint: String)
  case badChangeFile(RelativePath, line: Int, problem: String)
}

extension ChangelogError: ExplainedError {
  package var failure: Failure { Failure([Diagnostic(message, at: place, hint: hint)]) }

  private var message: String {
    switch self {
    case .badReleaseAs(let text, let commit):
      "`Release-As: \(text.escapedForTerminal())` of commit \(commit.short) is not a version, expected one such as `1.5.0`"
    case .releaseAsTooLow(let version, let released, let commit):
      "`Release-As: \(version)` of commit \(commit.short) does not come after `\(released)`, expected a later version"
    case .version(let error): "\(error)"
    case .noSection(let version, let path, _): "`\(path)` has no section for version `\(version)`"
    case .sectionExists(let version, _): "the section for version `\(version)` already exists"
    case .nothingUnreleased(let path): "`\(path)` has no text under its heading for unreleased changes"
    case .unclear(let problem, _, _): problem
    case .badChangeFile(_, _, let problem): problem
    }
  }

  private var place: Place? {
    switch self {
    case .sectionExists(_, let place), .unclear(_, let place, _): place
    case .badChangeFile(let path, let line, _): Place(path: path, line: line, column: 1)
    case .badReleaseAs, .releaseAsTooLow, .version, .noSection, .nothingUnreleased: nil
    }
  }

  private var hint: String? {
    switch self {
    case .version(let error): error.hint
    case .badReleaseAs, .releaseAsTooLow: "name the version yourself, or add a later `Release-As:` in a newer commit"
    case .noSection(let version, _, let known):
      known.nearest(to: version.description).map { "did you mean `\($0)`?" }
    case .sectionExists: "raise the version first; remove the section only if this version was never released"
    case .nothingUnreleased: "add the changes there, or use the commits with `from: commits`"
    case .unclear(_, _, let hint): hint
    case .badChangeFile: "write one with `martlet changelog add minor 'What is new'`"
    }
  }
}
