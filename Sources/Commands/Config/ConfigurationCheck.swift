import Environments
import MartletBuildSettings
import MartletCore
import MartletManifests

/// The results of `config check`.
struct ConfigurationCheck: Report {
  let schema = 1
  /// What is correct, one line each.
  private(set) var findings: [String] = []
  private(set) var problems: [Problem] = []

  /// Whether there was nothing to check.
  var isEmpty: Bool { findings.isEmpty && problems.isEmpty }

  /// Checks all environments, if the Releasefile declares any.
  ///
  /// - Parameter options: The environment for which the outputs must be up to date, or any if it names none; nil to
  ///   skip the outputs.
  mutating func lookAtEnvironments(of place: SettingsContext, outputsFor options: EnvironmentOptions?) throws {
    guard try options != nil || place.releasefile()?.environments != nil else { return }
    do {
      let query = try EnvironmentQuery(place)
      var found = query.configuration.findings(words: try query.draft.sourceWords())
      found += try query.configurationFindings()
      problems += found.map(Problem.init)
      if found.isEmpty {
        findings.append("\(query.configuration.names.count.of("environment")), \(query.keyCount.of("key"))")
      }
      // Without valid values, nothing can be generated.
      if let options, !found.contains(where: \.isDrift) {
        problems += try query.staleOutputs(options).map(Problem.init)
      }
    } catch let error as EnvironmentError where !error.isAboutCommandLine {
      problems += error.problems.map(Problem.init)
    }
  }

  /// Checks `.xcconfig` files.
  mutating func lookAtSettings(in paths: [RelativePath], of place: SettingsContext) throws {
    guard !paths.isEmpty else { return }
    // An unreadable project is not an error of these files.
    let known = try place.files.xcodeProjects().reduce(into: Set<String>()) { names, path in
      names.formUnion((try? XcodeprojManifest(path: path).settingNames(in: place.files)) ?? [])
    }
    var lint = SettingsLint(
      paths, knownNames: known, plistNames: try place.namesInPropertyLists(), loader: place.loader)
    let found = try lint.findings(in: place.files)
    problems += found.map { found in
      var problem = Problem(kind: found.finding.kind, diagnostic: place.shown(found.diagnostic))
      if case .refused(let error) = found.finding { problem.isAboutMachine = error.isAboutMachine }
      return problem
    }
    if found.isEmpty { findings.append(paths.count.of(".xcconfig file")) }
  }
}

extension ConfigurationCheck {
  /// Turns files that are missing on this machine into errors.
  mutating func requireAllFiles() {
    for index in problems.indices where problems[index].isAboutMachine { problems[index].diagnostic.severity = .error }
  }

  /// Whether the command fails because of the problems.
  ///
  /// - Parameter lenient: Whether warnings are accepted.
  func fails(lenient: Bool) -> Bool {
    problems.contains { problem in
      problem.diagnostic.severity == .error || (!lenient && !problem.isAboutMachine)
    }
  }

  /// An error or a possible improvement; as JSON, a diagnostic with the additional key `kind`.
  struct Problem: Encodable {
    /// The kind in one word, for programs.
    let kind: String
    var diagnostic: Diagnostic
    /// Whether the project is correct, but a file or a secret that no clone has is missing on this machine.
    var isAboutMachine = false

    private enum CodingKeys: CodingKey {
      case kind
    }

    func encode(to encoder: any Encoder) throws {
      try diagnostic.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
    }
  }
}

extension ConfigurationCheck.Problem {
  fileprivate init(_ finding: ConfigurationFinding) {
    self.init(kind: finding.kind, diagnostic: finding.diagnostic)
  }

  /// An error that ends the check. If this machine lacks a secret, only the outputs are not checked.
  fileprivate init(_ problem: EnvironmentProblem) {
    self.init(kind: "unusable", diagnostic: problem.diagnostic)
    guard case .secretNotSet = problem else { return }
    diagnostic.message = "the outputs are not checked: \(diagnostic.message)"
    diagnostic.severity = .warning
    isAboutMachine = true
  }
}

extension EnvironmentQuery {
  /// The number of distinct keys of all environments.
  fileprivate var keyCount: Int { Set(configuration.environments.flatMap { $0.leaves.map(\.key) }).count }

  /// Returns the outputs that are out of date for the named environment, or else for all environments.
  fileprivate func staleOutputs(_ options: EnvironmentOptions) throws -> [ConfigurationFinding] {
    let isNamed = options.given != nil
    let environments = isNamed ? [try environment(options.selection)] : configuration.environments
    let isSelected = !isNamed && (try? environment(options.selection)) != nil
    return try inputs.declaration.outputs.compactMap { output in
      let existing = try draft.source(at: output.path)
      let isFresh = try environments.contains { environment in
        let file = try draft.outputFiles(of: configuration, for: environment, [output])
        // The output of a secret's program is known only during a run.
        if let file = file.first, !file.placeholders.isEmpty { return existing != nil }
        return file.first.map { Array($0.text.utf8) } == existing?.fileBytes
      }
      let name = environments.first?.name
      return isFresh
        ? nil : .stale(output.path, environment: isNamed ? name : nil, argument: isSelected ? nil : name)
    }
  }
}

extension SettingsContext {
  private static let reference = Pattern(/\$[({]([A-Za-z_][A-Za-z0-9_]*)/)

  /// Returns the settings that property lists of the project refer to: `$(NAME)` and `${NAME}`.
  fileprivate func namesInPropertyLists() throws -> Set<String> {
    return try files.filePaths().filter { $0.pathExtension == "plist" }.reduce(into: []) { names, path in
      // A binary property list has no references, and an unreadable one is ignored.
      guard let source = try? files.source(at: path), source.bytes.contains(UInt8(ascii: "$")) else { return }
      let text = source.string(at: source.startOffset..<source.bytes.count)
      names.formUnion(text.matches(of: Self.reference).map { String($0.output.1) })
    }
  }
}

extension ConfigurationFinding {
  /// Whether nothing can be generated because of the finding.
  fileprivate var isDrift: Bool { if case .drift = self { true } else { false } }
}
