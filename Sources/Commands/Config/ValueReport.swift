import Environments
import Lanes

/// One value of an environment as JSON. A secret is replaced with its length and source.
struct ValueReport: Encodable {
  let key: String
  let type: String?
  let value: TypedValue
  let layer: String
  let origin: String
  /// The value as text.
  let text: String

  private enum CodingKeys: CodingKey {
    case key, type, value, layer, origin
  }
}

/// Reports the values of one environment, with the types that all environments have in common.
struct ValueReporter {
  private let schema: Schema
  /// Nil when a value does not match its type; then all values are reported as text.
  private let values: TypedValue?

  init(_ environment: Environment, in query: EnvironmentQuery) {
    schema = query.schema
    values = try? query.configuration.values(of: environment, as: schema)
  }

  func report(of key: ConfigurationKey, _ value: ConfiguredValue) -> ValueReport {
    ValueReport(
      key: key.description, type: schema.root[key]?.description,
      value: values?[key] ?? .string(value.description), layer: "\(value.origin.layer)",
      origin: "\(value.origin)", text: value.description)
  }
}

/// An environment as JSON.
struct EnvironmentReport: Report {
  let schema = 1
  let environment: String
  let values: [ValueReport]
}

/// All settings as JSON, with unchanged names as keys.
struct SettingsReport: Report {
  let schema = 1
  let settings: [String: String]
}
