import Lanes
import MartletCore

/// All errors in a configuration.
package struct EnvironmentError: ExplainedError, Equatable {
  package let problems: [EnvironmentProblem]

  package init(_ problems: [EnvironmentProblem]) {
    self.problems = problems
  }

  package var failure: Failure { Failure(problems.map(\.diagnostic), exit: isAboutCommandLine ? .usage : .failed) }

  /// Whether the command line has an unknown name, or lacks one.
  package var isAboutCommandLine: Bool {
    switch problems.first {
    case .unknownEnvironment(_, _, nil), .nothingSelected, .unknownKey, .noConfigurationFile: true
    default: false
    }
  }
}

/// An error in a configuration.
package enum EnvironmentProblem: Equatable, Sendable {
  // Files
  case missingFile(RelativePath, Place?)
  /// An error of a file reader, with its own message.
  case unreadable(Diagnostic)
  case noDictionary(String, Origin)
  case mergeKey(Origin)
  case wrongValue(String, expected: String, Origin)
  case unknownReference(String, Origin)
  case localNotIgnored(RelativePath, Place?)
  // Environments
  case noEnvironments(Place?)
  case tooManyEnvironments(limit: Int)
  case unknownEnvironment(String, known: [String], Place?)
  case nothingSelected(known: [String])
  case noConfigurationFile(String, known: [String])
  /// A setting names an unknown environment.
  case unknownEnvironmentInSetting(String, known: [String], of: BuildConfigurations, Place)
  case noSetting(String, known: [String], of: BuildConfigurations, Place)
  /// The Info.plist of an app or extension has no key that names the environment; nil: Xcode generates all of it.
  case noInfoPlistKey(String, target: String, plist: RelativePath?, Place)
  // Types
  case conflict(ConfigurationKey, first: ConfiguredKind, second: ConfiguredKind)
  case wrongType(ConfigurationKey, value: String, expected: String, Origin)
  case missing(ConfigurationKey, environment: String, Place?)
  // Secrets
  case secretInFile(ConfigurationKey, SecretDeclaration.Source, Origin)
  case secretFileNotIgnored(ConfigurationKey, RelativePath, Place?)
  case secretNotSet(ConfigurationKey, SecretDeclaration.Source, Place?)
  case secretIsPrivate(ConfigurationKey, SecretDeclaration.Source)
  case secretInTrackedOutput(ConfigurationKey, RelativePath)
  // Keys and outputs
  case unknownKey(ConfigurationKey, environment: String, known: [String])
  case sameName(String, ConfigurationKey, ConfigurationKey)
  case sameEnvironmentName(String, String, String)
  case unwritable(ConfigurationKey, format: String, reason: String)
  case noOutputs(Place?)
  case noSwiftOutput
  case badTemplate(RelativePath, reason: String)
}

/// The type and the place of a value, one side of a conflict.
package struct ConfiguredKind: Equatable, Sendable {
  package let kind: String
  package let origin: Origin

  init(_ value: ConfiguredValue) {
    kind = value.kind
    origin = value.origin
  }
}

extension EnvironmentProblem {
  package var diagnostic: Diagnostic {
    if case .unreadable(let diagnostic) = self { return diagnostic }
    return Diagnostic(message, at: place, hint: hint)
  }

  private var message: String {
    switch self {
    case .missingFile(let path, _): "no file `\(path)`, expected one with values"
    case .unreadable(let diagnostic): diagnostic.message
    case .noDictionary(let name, _): "`\(name)` is not a dictionary, expected one with the values of an environment"
    case .mergeKey: "`<<` is not supported here, expected a key"
    case .wrongValue(let text, let expected, _): "`\(text.prefix(40))` is invalid, expected \(expected)"
    case .unknownReference(let name, _): "`\(name)` refers to a setting that has no value here"
    case .localNotIgnored(let path, _): "`\(path)` is a local file, but git does not ignore it"
    case .noEnvironments: "the files with values contain no environments, expected one dictionary for each"
    case .tooManyEnvironments(let limit): "more than \(limit) environments"
    case .unknownEnvironment(let name, let known, _):
      "unknown environment `\(name)`, expected one of \(known.quotedList)"
    case .nothingSelected(let known): "no environment is selected, expected one of \(known.quotedList)"
    case .noConfigurationFile(let name, _): "no `.xcconfig` file is known for the build configuration `\(name)`"
    case .unknownEnvironmentInSetting(let name, let known, let configuration, _):
      "unknown environment `\(name)` in \(configuration), expected one of \(known.quotedList)"
    case .noSetting(let name, let known, let configuration, _):
      "`\(name)` has no value in \(configuration), expected one of \(known.quotedList)"
    case .noInfoPlistKey(let name, let target, let plist, _):
      (plist.map { "`\($0)` of target `\(target)` has no key `\(name)`" }
        ?? "target `\(target)` has no Info.plist with a key `\(name)`") + ", which the generated type reads"
    case .conflict(let key, let first, let second):
      "`\(key)` is \(first.kind) in \(first.origin) (\(first.origin.layer)), but \(second.kind) in \(second.origin) (\(second.origin.layer))"
    case .wrongType(let key, let value, let expected, _): "`\(key)` is `\(value.prefix(80))`, expected \(expected)"
    case .missing(let key, let environment, _): "`\(key)` has no value in environment `\(environment)`"
    case .secretInFile(let key, _, _): "`\(key)` is secret, but its value is in a file"
    case .secretFileNotIgnored(let key, let path, _):
      "secret `\(key)` is read from `\(path)`, which git does not ignore"
    case .secretNotSet(let key, let source, _):
      switch source {
      case .variable(let name): "secret `\(key)` is not set, expected the environment variable `\(name)`"
      case .file(let path): "secret `\(key)` is not set, expected the file `\(path)`"
      case .command(let words): "secret `\(key)` is not set, expected `\(words.first ?? "")` to print it"
      }
    case .secretIsPrivate(let key, _): "`\(key)` is secret, so it is never printed"
    case .secretInTrackedOutput(let key, let path): "`\(path)` would hold secret `\(key)`, but git does not ignore it"
    case .unknownKey(let key, let environment, let known):
      "no key `\(key)` in environment `\(environment)`"
        + (known.nearest(to: key.description) == nil && !known.isEmpty && known.count <= 20
          ? ", expected one of \(known.quotedList)" : "")
    case .sameName(let name, let first, let second):
      "`\(first)` and `\(second)` would have the same name in Swift, `\(name)`"
    case .sameEnvironmentName(let name, let first, let second):
      "environments `\(first)` and `\(second)` would have the same name in Swift, `\(name)`"
    case .unwritable(let key, let format, let reason): "`\(key)` cannot be written in format `\(format)`: \(reason)"
    case .noOutputs: "no output is declared, expected one such as `swift: Sources/App/EnvironmentConfiguration.swift`"
    case .noSwiftOutput: "no output in Swift is declared"
    case .badTemplate(let path, let reason): "`\(path)` is not a mustache template: \(reason)"
    }
  }

  private var place: Place? {
    switch self {
    case .missingFile(_, let place), .localNotIgnored(_, let place), .noEnvironments(let place),
      .unknownEnvironment(_, _, let place), .missing(_, _, let place), .secretFileNotIgnored(_, _, let place),
      .secretNotSet(_, _, let place), .noOutputs(let place):
      place
    case .noDictionary(_, let origin), .mergeKey(let origin), .wrongValue(_, _, let origin),
      .unknownReference(_, let origin), .wrongType(_, _, _, let origin), .secretInFile(_, _, let origin):
      origin.place
    case .unknownEnvironmentInSetting(_, _, _, let place), .noSetting(_, _, _, let place),
      .noInfoPlistKey(_, _, _, let place):
      place
    case .conflict(_, _, let second): second.origin.place
    case .unreadable, .tooManyEnvironments, .nothingSelected, .noConfigurationFile, .secretIsPrivate,
      .secretInTrackedOutput, .unknownKey, .sameName, .sameEnvironmentName, .unwritable, .noSwiftOutput, .badTemplate:
      nil
    }
  }

  private var hint: String? {
    switch self {
    case .mergeKey: "write out the keys, or let the environment extend another one with `extends`"
    case .noDictionary(let name, _):
      "move `\(name)` below `Common`, or name the file's environment with `environment:`"
    case .unknownReference: "list the settings to read with `keys:`"
    case .localNotIgnored(let path, _), .secretFileNotIgnored(_, let path, _), .secretInTrackedOutput(_, let path):
      "add `/\(path)` to `.gitignore`; if git tracks it, run `git rm --cached \(path)`"
    case .unknownEnvironment(let name, let known, _), .unknownEnvironmentInSetting(let name, let known, _, _):
      known.environment(meantBy: name).map { "did you mean `\($0)`?" }
    case .noInfoPlistKey(let name, _, let plist, _):
      (plist == nil ? "set `INFOPLIST_FILE` of the target to a file with" : "add")
        + " `<key>\(name)</key>` and `<string>$(\(name))</string>`"
    case .noSetting(let name, _, let configuration, let place):
      place.path.isVendored
        ? "in Xcode, choose a file of yours for \(configuration) that has `#include \"\(place.path)\"` and a line `\(name) = NAME`"
        : place.path.string.hasSuffix(".xcconfig")
          ? "add a line `\(name) = NAME` to `\(place.path)`, with the name of its environment"
          : "set `\(name)` for \(configuration) in Xcode, or in its `.xcconfig` file, to one of these names"
    case .nothingSelected(let known):
      "add `--env \(known.first ?? "")`, or `default: \(known.first ?? "")` below `environments:`"
    case .noConfigurationFile(let name, let known):
      known.filter { $0 != name }.nearest(to: name).map { "did you mean `\($0)`?" }
        ?? "name the environment with `--env`, or declare the file below `environments:` with `configurations: {\(name): …}`"
    case .conflict(let key, _, _): "declare its type below `environments:` with `types: {\(key): …}`"
    case .secretInFile(_, let source, _):
      switch source {
      case .variable(let name): "remove it from the file, and set the environment variable `\(name)`"
      case .file, .command: "remove it from the file"
      }
    case .secretNotSet(_, .variable(let name), _): "set `\(name)` in the environment"
    case .secretIsPrivate(_, .variable(let name)): "read the environment variable `\(name)`"
    case .unknownKey(let key, _, let known): known.nearest(to: key.description).map { "did you mean `\($0)`?" }
    case .noOutputs, .noSwiftOutput: "add `outputs:` below `environments:` in the Releasefile"
    case .sameName: "rename one of the two keys"
    case .missingFile, .unreadable, .wrongValue, .noEnvironments, .tooManyEnvironments, .wrongType,
      .missing, .secretNotSet, .secretIsPrivate, .sameEnvironmentName, .unwritable, .badTemplate:
      nil
    }
  }
}

extension Origin {
  package var place: Place? { if case .place(let place) = location { place } else { nil } }
}

extension [String] {
  /// Returns the suggested environment for `name`: one with nearly the same name, or the only one such that one of the
  /// two names begins with the other.
  fileprivate func environment(meantBy name: String) -> String? {
    if let nearest = nearest(to: name) { return nearest }
    let (wanted, shortest) = (name.lowercased(), 3)
    let related = filter { known in
      let known = known.lowercased()
      return Swift.min(known.count, wanted.count) >= shortest && (known.hasPrefix(wanted) || wanted.hasPrefix(known))
    }
    return related.count == 1 ? related[0] : nil
  }
}
