import MartletChangelogs
import MartletCore
import MartletManifests

/// The only error of this module: why an operation failed.
///
/// Invalid input at worst throws this error. There are no partial results: after an error there are no bytes to write.
public struct MartletError: Error, Hashable, Sendable {
  /// The kind of a failure, for programs: messages may change in any release, codes may not. Later releases may add more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Creates the code with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An argument or a file is invalid, or an operation does not apply to it; the problems have the reasons.
    public static let invalidInput = Code(rawValue: "invalid-input")
    /// The files of the project have no version.
    public static let noVersion = Code(rawValue: "no-version")
    /// The files of the project have different versions, and nothing decides which one is right.
    public static let versionsDiffer = Code(rawValue: "versions-differ")
    /// The changelog has no unreleased changes.
    public static let nothingUnreleased = Code(rawValue: "nothing-unreleased")
    /// The changelog already has a section of the version.
    public static let sectionExists = Code(rawValue: "section-exists")
  }

  /// The kind of the failure.
  public let code: Code
  /// The problems; never empty, several if there are several mistakes.
  public let problems: [Problem]

  init(_ diagnostics: [Diagnostic], code: Code = .invalidInput) {
    self.code = code
    problems = diagnostics.map(Problem.init)
  }

  init(_ message: String, hint: String? = nil, code: Code = .invalidInput) {
    self.init([Diagnostic(message, hint: hint)], code: code)
  }
}

extension MartletError: CustomStringConvertible {
  /// All problems, as a terminal shows them.
  public var description: String { problems.map(\.description).joined(separator: "\n\n") }
}

extension MartletError {
  /// Returns the result of `body`.
  ///
  /// - Throws: Any error of `body`, converted to this module's error.
  static func explaining<Result>(_ body: () throws -> Result) throws(MartletError) -> Result {
    do {
      return try body()
    } catch {
      throw MartletError(error)
    }
  }

  /// Converts `error`. If the program's hint names one of its commands, this module has a different hint.
  private init(_ error: any Error) {
    switch error {
    case let error as MartletError: self = error
    case VersionError.notAPrerelease: self.init("\(error)", hint: "raise it with `major`, `minor` or `patch`")
    case VersionError.missingPrereleaseID: self.init("\(error)", hint: "name it with `prereleaseID`")
    case VersionError.noSuchComponent: self.init("\(error)", hint: "give the new version in full")
    case let error as VersionError: self.init("\(error)", hint: error.hint)
    case ChangelogError.version(let error): self.init(error)
    case let error as ChangelogError: self.init(error.diagnostics, hint: error.hintForCallers, code: error.code)
    case let error as SurveyError: self.init(error.diagnostics, hint: error.hintForCallers, code: error.code)
    case let error as any ExplainedError: self.init(error.diagnostics)
    default: self.init("\(error)")
    }
  }

  private init(_ diagnostics: [Diagnostic], hint: String?, code: Code) {
    self.init(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.hint = hint ?? diagnostic.hint
        return diagnostic
      }, code: code)
  }
}

extension ChangelogError {
  fileprivate var code: MartletError.Code {
    switch self {
    case .nothingUnreleased: .nothingUnreleased
    case .sectionExists: .sectionExists
    case .badReleaseAs, .releaseAsTooLow, .version, .noSection, .badChangeFile: .invalidInput
    }
  }

  /// The hint for callers, if that of the program does not apply.
  fileprivate var hintForCallers: String? {
    switch self {
    case .nothingUnreleased: "add the changes there, or insert your own notes"
    case .badReleaseAs, .releaseAsTooLow, .version, .noSection, .sectionExists, .badChangeFile: nil
    }
  }
}

extension SurveyError {
  fileprivate var code: MartletError.Code {
    switch self {
    case .disagreement, .conflict, .contradiction: .versionsDiffer
    case .noVersions, .unreadable: .noVersion
    }
  }

  /// The hint for callers, if that of the program does not apply.
  fileprivate var hintForCallers: String? {
    switch self {
    case .disagreement: "set the same version in all of them with `changedFiles(for:)`"
    case .conflict, .contradiction: "list the files that contain the version in `manifests`"
    case .noVersions, .unreadable: nil
    }
  }
}
