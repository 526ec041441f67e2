import Environments
import Lanes
import Pipelines
import TextEditing

extension Draft {
  /// What the project's configuration is read from.
  ///
  /// - Throws: `Failure.noEnvironments` when the Releasefile declares none.
  package func configurationInputs() throws -> ConfigurationInputs {
    guard let inputs = ConfigurationInputs(self) else { throw Failure.noEnvironments }
    return inputs
  }

  /// The files that are made of `configuration` for `environment`, whether or not they are as they should be.
  ///
  /// - Throws: `EnvironmentError` for values that are missing or not of their type, for secrets that are not set, and for
  ///   one that would stand in a file that git tracks.
  package func generatedFiles(
    of configuration: Configuration, for environment: Environment, _ outputs: [OutputDeclaration]
  ) throws -> [GeneratedFile] {
    let embedded = configuration.declaration.secrets.filter(\.isEmbedded)
    let schema = Schema(of: configuration, with: embedded)
    guard schema.conflicts.isEmpty else { throw EnvironmentError(schema.conflicts) }
    let isAboutAll = outputs.contains { $0.format == .swift && $0.extent == .all }
    var secrets: [ConfigurationKey: HeldSecret] = [:]
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

  /// The secret with its value, for which a program is asked where that is how it is taken.
  private func held(
    _ secret: SecretDeclaration, in environment: Environment, _ configuration: Configuration
  ) throws -> HeldSecret {
    if case .secret(let held) = environment.values[secret.key]?.content, held.value != nil { return held }
    if case .command(let words) = secret.source {
      try refuseProgramOfPullRequest(words.first ?? "")
      guard let printed = try workspace.secret(printedBy: words) else { return HeldSecret(placeholderFor: secret) }
      return HeldSecret(secret, printed)
    }
    let place = releasefile.source.map { $0.place(at: secret.span.lowerBound) }
    throw EnvironmentError([.secretNotSet(secret.key, secret.source, place)])
  }

  /// - Throws: `UntrustedProgram` where the program called `name` may be one that a pull request has chosen.
  private func refuseProgramOfPullRequest(_ name: String) throws {
    if let origin = pipeline?.pullRequest?.origin, origin != .sameRepository {
      throw UntrustedProgram.fromFork(name, origin)
    }
    if let doubt = try ReleasefileDoubt(releasefile.source, in: pipeline, workspace) {
      throw UntrustedProgram.fromChangedReleasefile(name, doubt)
    }
  }

  /// The writing of `file`; nil when it is as it should be.
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
  /// This value with the values of `secrets` in the places of their keys.
  fileprivate func embedding(_ secrets: [ConfigurationKey: HeldSecret], at path: [String] = []) -> TypedValue {
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
    hint: "say where the values are, such as `environments: {values: Configuration/config.plist}`",
    exit: .badReleasefile)
}

/// A program that would be asked for a secret, and that a pull request may have named.
package enum UntrustedProgram: ExplainedError, Equatable {
  case fromFork(String, Pipeline.PullRequest.Origin)
  /// The pull request comes from this repository, and may change the Releasefile.
  case fromChangedReleasefile(String, ReleasefileDoubt)

  package var failure: Failure {
    switch self {
    case .fromFork(let name, let origin):
      Failure(
        "pull request \(origin.phrase): the program `\(name)` is not asked for a secret",
        hint: "do this where a branch is built", code: .pullRequest)
    case .fromChangedReleasefile(let name, let doubt):
      Failure(
        "\(doubt.phrase): the program `\(name)` is not asked for a secret", hint: doubt.hint(for: "do this"),
        code: .pullRequestReleasefile)
    }
  }
}
