import MartletCore

/// An error in build settings.
package enum BuildSettingsError: Error, Hashable, Sendable {
  // Lines of an `.xcconfig` file
  case noSettingName
  case noEqualsSign
  case conditionWithoutEqualsSign
  case unterminatedCondition
  case unknownDirective(String)
  case noFileName
  case unterminatedFileName
  case textAfterFileName
  // Inclusions
  case missingFile(String)
  /// A file that no fresh clone of the project contains.
  case absentFile(String, AbsentFile)
  /// A file that Martlet cannot read, such as those below `<DEVELOPER_DIR>`.
  case outsideProject(String)
  case unreadableFile(String)
  case cyclicInclusion(RelativePath)
  case tooManyInclusions
  // Expansion
  case tooLarge(String)
  // Writing
  case unusableKey(String)
  case lineEndInValue(String)
  case backslashAtEnd(String)
  case nothingToAppend(String)
  case openValue(String, Place)
}

/// An error in a file, with the range of the bytes that cause it.
package struct BuildSettingsProblem: Sendable {
  package let error: BuildSettingsError
  package let span: Range<Int>
  package let source: SourceText

  package init(_ error: BuildSettingsError, at span: Range<Int>, of source: SourceText) {
    self.error = error
    self.span = span
    self.source = source
  }

  package var diagnostic: Diagnostic {
    Diagnostic(error.message, severity: error.severity, at: span, of: source, hint: error.hint)
  }
}

extension BuildSettingsError: ExplainedError {
  package var failure: Failure { Failure([Diagnostic(message, at: place, hint: hint)]) }

  /// A cycle is a warning, because the build continues. It also continues after errors, but without the intended
  /// setting.
  var severity: Diagnostic.Severity {
    switch self {
    case .cyclicInclusion, .absentFile, .outsideProject: .warning
    default: .error
    }
  }

  /// Whether the file is valid, but a file that it includes is missing on this machine.
  package var isAboutMachine: Bool {
    switch self {
    case .absentFile, .outsideProject: true
    default: false
    }
  }

  /// The problem, then what is expected.
  package var message: String {
    switch self {
    case .noSettingName: "no setting begins here, expected a name of letters, digits and `_`"
    case .noEqualsSign: "no `=` after the setting's name, expected `NAME = value`"
    case .conditionWithoutEqualsSign: "a condition without `=`, expected one such as `[sdk=iphoneos*]`"
    case .unterminatedCondition: "a condition without `]`, expected one such as `[sdk=iphoneos*]`"
    case .unknownDirective(let word): "unknown directive `\(word)`, expected `#include` or `#include?` and a blank"
    case .noFileName: "no file name after `#include`, expected one in double quotes"
    case .unterminatedFileName: "a file name without its closing quote"
    case .textAfterFileName: "text after the file name, expected the end of the line; the file is not included"
    case .missingFile(let name): "included file `\(name)` is missing"
    case .absentFile(let name, .pods): "included file `\(name)` is missing: `pod install` writes it"
    case .absentFile(let name, .submodule(let path)):
      "included file `\(name)` is missing: it is in the submodule `\(path)`, which is not checked out"
    case .absentFile(let name, .ignored(let path)):
      "included file `\(name)` is missing: git ignores `\(path)`, so no clone has it"
    case .outsideProject(let name):
      "included file `\(name)` is outside the project, so its settings are unknown"
    case .unreadableFile(let name): "included file `\(name)` cannot be read"
    case .cyclicInclusion(let path): "`\(path)` includes itself, directly or through others; skipped here"
    case .tooManyInclusions:
      "too many inclusions: the files of the project include each other again and again, or add more than \(XcconfigLoader.assignmentLimit) assignments"
    case .tooLarge(let name): "setting `\(name)` expands to a text that is too long"
    case .unusableKey(let key):
      "`\(key)` is not a setting, expected a name such as `OTHER_LDFLAGS` or `OTHER_LDFLAGS[sdk=iphoneos*]`"
    case .lineEndInValue(let value):
      "the value `\(value)` contains a line end, expected one line"
    case .backslashAtEnd(let value): "the value `\(value)` ends in a backslash, which would join the next line to it"
    case .nothingToAppend(let name): "nothing to append to `\(name)`, expected a word"
    case .openValue(let name, _):
      "the value of `\(name)` has an unterminated quote or reference, so nothing can be appended"
    }
  }

  private var place: Place? {
    if case .openValue(_, let place) = self { place } else { nil }
  }

  var hint: String? {
    switch self {
    case .missingFile, .absentFile(_, .ignored): "write `#include?` if the file may be missing"
    case .absentFile(_, .pods): "run `pod install`"
    case .absentFile(_, .submodule(let path)): "run `git submodule update --init \(path.string.shellWord)`"
    case .noSettingName, .noEqualsSign, .conditionWithoutEqualsSign, .unterminatedCondition, .unknownDirective,
      .noFileName, .unterminatedFileName, .textAfterFileName, .outsideProject, .unreadableFile, .cyclicInclusion,
      .tooManyInclusions,
      .tooLarge, .unusableKey, .lineEndInValue, .backslashAtEnd, .nothingToAppend,
      .openValue:
      nil
    }
  }
}
