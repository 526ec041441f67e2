import Environments
import Lanes
import MartletCore
import Steps

/// The configuration of the project that a command works in.
struct EnvironmentQuery {
  let console: Console
  let draft: Draft
  let inputs: ConfigurationInputs
  let configuration: Configuration

  /// - Throws: `Failure.noReleasefile`, `Failure.noEnvironments`, `EnvironmentError`.
  init(_ options: CommandOptions) throws {
    try self.init(SettingsContext(options))
  }

  init(_ place: SettingsContext) throws {
    console = place.console
    draft = try place.draft()
    inputs = try draft.configurationInputs()
    configuration = try Configuration(inputs)
  }

  func environment(_ selection: EnvironmentSelection) throws -> Environment {
    try selection.environment(of: configuration, from: inputs)
  }

  /// The types of all values, secrets included.
  var schema: Schema { Schema(of: configuration, with: configuration.declaration.secrets) }

  func key(_ text: String) throws -> ConfigurationKey {
    guard let key = ConfigurationKey(text) else { throw Failure.badKey(text) }
    return key
  }
}

extension Failure {
  /// An argument that is not a valid key.
  static func badKey(_ text: String) -> Failure {
    Failure("`\(text)` is not a key, expected names separated by dots", exit: .usage)
  }
}
