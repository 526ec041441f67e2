import TextEditing
import Versioning

/// Why notes cannot be written, or the next version cannot be computed.
package enum ChangelogError: Error, Equatable, Sendable {
  case badReleaseAs(String, commit: ObjectID)
  case releaseAsTooLow(Version, released: Version, commit: ObjectID)
  case version(VersionError)
  case noSection(Version, RelativePath, known: [String])
  case sectionExists(Version, Place)
  case nothingUnreleased(RelativePath)
  case badChangeFile(RelativePath, line: Int, problem: String)
}

extension ChangelogError: ExplainedError {
  package var failure: Failure { Failure([Diagnostic(message, at: place, hint: hint)]) }

  private var message: String {
    switch self {
    case .badReleaseAs(let text, let commit):
      "`Release-As: \(text.escapedForTerminal())` of commit \(commit.short) names no version, expected one such as `1.5.0`"
    case .releaseAsTooLow(let version, let released, let commit):
      "`Release-As: \(version)` of commit \(commit.short) does not come after `\(released)`, expected a later version"
    case .version(let error): "\(error)"
    case .noSection(let version, let path, _): "`\(path)` has no section of version `\(version)`"
    case .sectionExists(let version, _): "there is a section of version `\(version)` already"
    case .nothingUnreleased(let path): "`\(path)` has nothing under its heading of what is not released yet"
    case .badChangeFile(_, _, let problem): problem
    }
  }

  private var place: Place? {
    switch self {
    case .sectionExists(_, let place): place
    case .badChangeFile(let path, let line, _): Place(path: path, line: line, column: 1)
    case .badReleaseAs, .releaseAsTooLow, .version, .noSection, .nothingUnreleased: nil
    }
  }

  private var hint: String? {
    switch self {
    case .version(let error): error.hint
    case .badReleaseAs, .releaseAsTooLow: "name the version yourself, or ask for a later one in a newer commit"
    case .noSection(let version, _, let known):
      known.nearest(to: version.description).map { "did you mean `\($0)`?" }
    case .sectionExists: "raise the version first, or remove that section"
    case .nothingUnreleased: "write it there, or let the commits tell with `from: commits`"
    case .badChangeFile: "write one with `martlet change add minor 'What is new'`"
    }
  }
}
