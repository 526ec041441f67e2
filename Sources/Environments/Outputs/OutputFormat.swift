import BuiltInTemplates
import Lanes
import MartletCore

/// How the files of one format are generated.
struct OutputFormat: Sendable {
  /// The built-in template. Values in `{{…}}` are escaped for HTML.
  let template: BuiltInTemplate
  /// The values for the template.
  let content: @Sendable (ConfigurationGenerator, OutputDeclaration) throws(EnvironmentError) -> [String: TemplateValue]
}

extension OutputDeclaration.Format {
  var output: OutputFormat {
    switch self {
    case .swift: .swift
    case .plist: .plist
    case .json: .json
    case .env: .env
    case .xcconfig: .xcconfig
    }
  }
}
