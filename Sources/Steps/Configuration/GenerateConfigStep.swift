import Environments
import Lanes
import MartletCore

/// Writes the files generated from the configuration of one environment.
package struct GenerateConfigStep: Step {
  package static let keyword = "generate_config"
  package static let phase = StepPhase.always
  package static let summary =
    "Writes the files that the Releasefile declares under `outputs`, for one environment, unless they are up to date."
  package static let parameters = [
    Parameter<Self>.main(
      "environment", \.environment,
      "The environment; if omitted, it follows from `MARTLET_ENVIRONMENT`, the Xcode build or `default`."),
    Parameter<Self>(
      "configuration", \.configuration,
      "The build configuration whose `.xcconfig` file names the environment, instead of `environment`."),
  ]

  package var environment: Template?
  package var configuration: Template?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let inputs = try draft.configurationInputs()
    let configuration = try Configuration(inputs)
    let environment = try selection(in: draft).environment(of: configuration, from: inputs)
    guard !inputs.declaration.outputs.isEmpty else {
      throw EnvironmentError([.noOutputs(configuration.place)])
    }
    let files = try draft.outputFiles(of: configuration, for: environment, inputs.declaration.outputs)
    var decision = Decision(try files.compactMap(draft.write))
    for file in files where !file.placeholders.isEmpty {
      let names = file.placeholders.map { "`\($0.declaration.key)`" }.joined(separator: ", ")
      decision.remarks.append(
        "the contents of `\(file.path)` are not known before the run, because programs provide \(names)")
    }
    for secret in files.flatMap(\.secrets) { decision.secrets["secrets.\(secret.declaration.key)"] = secret.value }
    return decision
  }

  private func selection(in draft: Draft) throws -> EnvironmentSelection {
    switch (environment, configuration) {
    case (.some, .some): throw Failure.environmentAndConfiguration
    case (let name?, nil): .named(try draft.text(of: name))
    case (nil, let name?): .configuration(try draft.text(of: name))
    case (nil, nil): .byVariables
    }
  }
}

extension Failure {
  static let environmentAndConfiguration = Failure(
    "both `environment` and `configuration` are given, expected one of them")
}
