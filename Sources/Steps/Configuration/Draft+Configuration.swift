import Environments
import Lanes
import MartletCore

extension Draft {
  /// The inputs of the project's configuration.
  ///
  /// - Throws: `Failure.noEnvironments` when the Releasefile declares none.
  package func configurationInputs() throws -> ConfigurationInputs {
    guard let inputs = ConfigurationInputs(self) else { throw Failure.noEnvironments }
    return inputs
  }

  /// Returns the files generated from `configuration` for `environment`: those that git does not ignore without the values of
  /// this machine.
  ///
  /// - Throws: as `generatedFiles`.
  package func outputFiles(
    of configuration: Configuration, for environment: Environment, _ outputs: [OutputDeclaration]
  ) throws -> [GeneratedFile] {
    guard !configuration.declaration.localSources.isEmpty else {
      return try generatedFiles(of: configuration, for: environment, outputs)
    }
    let shared = configuration.withoutLocal
    return try outputs.flatMap { output in
      let own = try workspace.isIgnored(output.path) ? configuration : shared
      return try generatedFiles(of: own, for: own.environment(named: environment.name), [output])
    }
  }

  /// Returns the files generated from `configuration` for `environment`, including those that are up to date.
  ///
  /// - Throws: `EnvironmentError` for values that are missing or of the wrong type, for secrets that are not set, and
  ///   for a secret that would be written to a tracked file.
  package func generatedFiles(
    of configuration: Configuration, for environment: Environment, _ outputs: [OutputDeclaration]
  ) throws -> [GeneratedFile] {
    let embedded = configuration.declaration.secrets.filter(\.isEmbedded)
    let schema = Schema(of: configuration, with: embedded)
    guard schema.conflicts.isEmpty else { throw EnvironmentError(schema.conflicts) }
    let isAboutAll = outputs.contains(where: \.isAboutAll)
    var secrets: [ConfigurationKey: ConfigurationSecret] = [:]
    for secret in embedded { secrets[secret.key] = try held(secret, in: environment, configuration) }
    func subject(_ environment: Environment) throws -> ConfigurationGenerator.Subject {
      let values = try configuration.values(of: environment, as: schema)
      return ConfigurationGenerator.Subject(environment.name, values.embedding(secrets))
    }
    let generator = ConfigurationGenerator(
      schema, selected: try subject(environment), all: isAboutAll ? try configuration.environments.map(subject) : [],
      of: configuration.declaration)
    return try outputs.map { output in
      let template = try output.template.map(requiredSource)
      return try generator.file(output, template: template)
    }
  }

  /// Returns the secret with its value. Runs the secret's `command` if it has one.
  private func held(
    _ secret: SecretDeclaration, in environment: Environment, _ configuration: Configuration
  ) throws -> ConfigurationSecret {
    if case .secret(let held) = environment.values[secret.key]?.content, held.value != nil { return held }
    if case .command(let words) = secret.source {
      guard let printed = try workspace.secret(printedBy: words) else {
        return ConfigurationSecret(placeholderFor: secret)
      }
      return ConfigurationSecret(secret, printed)
    }
    let place = releasefile.source.map { $0.place(at: secret.span.lowerBound) }
    throw EnvironmentError([.secretNotSet(secret.key, secret.source, place)])
  }

  /// Returns the effect that writes `file`; nil when it is up to date.
  func write(_ file: GeneratedFile) throws -> Effect? {
    if let secret = file.secrets.first, try !workspace.isIgnored(file.path) {
      throw EnvironmentError([.secretInTrackedOutput(secret.declaration.key, file.path)])
    }
    let existing = try source(at: file.path)
    let result = SourceText(path: file.path, text: file.text)
    guard existing?.fileBytes != result.fileBytes else { return nil }
    return .writeFile(
      file.secrets.isEmpty ? FileWrite(from: existing, to: result) : FileWrite(from: existing, toHidden: result))
  }
}

extension TypedValue {
  /// Returns this value with the values of `secrets` inserted at their keys.
  fileprivate func embedding(_ secrets: [ConfigurationKey: ConfigurationSecret], at path: [String] = []) -> TypedValue {
    switch self {
    case .secret(let held): .secret(secrets[ConfigurationKey(path)] ?? held)
    case .table(let fields):
      .table(
        fields.map { field in
          TypedValue.Field(key: field.key, value: field.value?.embedding(secrets, at: path + [field.key]))
        })
    case .bool, .int, .double, .string, .url, .date, .data, .choice, .list: self
    }
  }
}

extension Failure {
  package static let noEnvironments = Failure(
    "the Releasefile declares no `environments`",
    hint: "add the path of the values, such as `environments: {values: Configuration/config.plist}`",
    exit: .badReleasefile)
}
