import Lanes
import MartletCore

/// An error in a configuration, or a possible improvement.
package enum ConfigurationFinding: Sendable {
  /// Some environments have a value, others do not.
  case missing(ConfigurationKey, environments: [String], others: [String], Origin)
  /// The values of the environments are of different types, or one is not of the declared type.
  case drift(EnvironmentProblem)
  /// Every environment sets the same value.
  case identical(ConfigurationKey, [Origin])
  /// No source file contains its name.
  case unused(ConfigurationKey, name: String, Origin)
  /// The declaration selects a missing file or key.
  case empty(EmptySelection)
  /// A build configuration does not lead to an environment.
  case environment(EnvironmentProblem)
  /// An output differs from what Martlet would generate.
  /// `argument` is the environment that `config generate` must name, nil if it is selected without an option.
  case stale(RelativePath, environment: String?, argument: String?)

  /// The kind as one word.
  package var kind: String {
    switch self {
    case .missing: "missing"
    case .drift: "drift"
    case .identical: "identical"
    case .unused: "unused"
    case .empty: "empty"
    case .environment: "environment"
    case .stale: "stale"
    }
  }

  package var diagnostic: Diagnostic {
    switch self {
    case .empty(let selection): selection.diagnostic
    case .missing(let key, let environments, let others, let origin):
      Diagnostic(
        "`\(key)` has a value in \(others.quotedList), but none in \(environments.quotedList)", at: origin.place,
        hint: "add one there or to `Common`, or declare it optional with `types: {\(key): …?}`")
    case .drift(let problem), .environment(let problem): problem.diagnostic
    case .identical(let key, let origins):
      Diagnostic(
        "`\(key)` is the same in every environment", severity: .warning, at: origins.first?.place,
        hint: "move it to `Common`", notes: origins.dropFirst().map { "also in \($0)" })
    case .unused(let key, let name, let origin):
      Diagnostic(
        "`\(key)` is unused: no source file contains `\(name)`", severity: .warning, at: origin.place,
        hint: "remove it, unless something else reads it")
    case .stale(let path, let environment, let argument):
      Diagnostic(
        "`\(path)` does not match the generated file" + (environment.map { " for `\($0)`" } ?? " for any environment"),
        hint: "run `martlet config generate\(argument.map { " --env \($0.shellWord)" } ?? "")`"
          + (environment == nil && argument != nil ? ", or name another environment" : ""))
    }
  }
}

extension Configuration {
  /// Returns errors in the values and possible improvements, in the order of the keys within each kind.
  ///
  /// - Parameter words: All words of the project's source files; nil to skip unused values.
  package func findings(words: Set<String>?) -> [ConfigurationFinding] {
    let schema = Schema(of: self, with: declaration.secrets)
    var findings = schema.conflicts.map(ConfigurationFinding.drift)
    for environment in environments where schema.conflicts.isEmpty {
      do {
        _ = try values(of: environment, as: schema)
      } catch {
        findings += error.problems.map(ConfigurationFinding.drift)
      }
    }
    findings += missing(but: findings)
    findings += identical
    if let words { findings += unused(schema, words) }
    findings += emptySelections.map(ConfigurationFinding.empty)
    return findings
  }

  private var keys: [ConfigurationKey] { Set(environments.flatMap { $0.leaves.map(\.key) }).sorted() }

  /// Returns missing values, except those that are declared as optional, removed on purpose, or already in `reported`.
  private func missing(but reported: [ConfigurationFinding]) -> [ConfigurationFinding] {
    let known = Set(declaration.types.filter { $0.isOptional || $0.defaultValue != nil }.map(\.key))
    let reportedKeys = reported.compactMap { finding -> ConfigurationKey? in
      if case .drift(.missing(let key, _, _)) = finding { key } else { nil }
    }
    return keys.compactMap { key in
      guard !known.contains(key), !reportedKeys.contains(key) else { return nil }
      let without = environments.filter { $0.values[key] == nil && !$0.hasUnset(key) }.map(\.name)
      let with = environments.compactMap { environment in environment.values[key].map { (environment.name, $0.origin) }
      }
      guard !without.isEmpty, let first = with.first else { return nil }
      return .missing(key, environments: without, others: with.map(\.0), first.1)
    }
  }

  private var identical: [ConfigurationFinding] {
    guard environments.count > 1 else { return [] }
    return keys.compactMap { key in
      let values = environments.compactMap { $0.values[key] }
      let origins = values.map(\.origin)
      guard values.count == environments.count, Set(values.map(\.description)).count == 1, Set(origins).count > 1,
        origins.allSatisfy({ if case .environment = $0.layer { true } else { false } })
      else { return nil }
      return .identical(key, origins.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }

  private func unused(_ schema: Schema, _ words: Set<String>) -> [ConfigurationFinding] {
    let names = schema.root.swiftNames()
    return keys.compactMap { key in
      guard let origin = environments.lazy.compactMap({ $0.values[key] }).first?.origin, let name = names[key],
        let raw = key.components.last, !words.contains(name), !words.contains(raw)
      else { return nil }
      return .unused(key, name: name, origin)
    }
  }
}

extension Environment {
  /// Whether a layer removes the value, or a dictionary around it.
  fileprivate func hasUnset(_ key: ConfigurationKey) -> Bool {
    layers.contains { layer in
      (1...key.components.count).contains { count in
        guard let value = layer.values[ConfigurationKey(Array(key.components.prefix(count)))] else { return false }
        if case .unset = value.content { return true }
        return false
      }
    }
  }
}
