import Mustache

extension Templates {
  /// The output formats of a configuration, with one template each.
  package enum ConfigurationFormat: String, Sendable, CaseIterable {
    case swift, plist, json, env, xcconfig
  }

  /// Returns the built-in template of `format`.
  package static func template(for format: ConfigurationFormat) -> String {
    let bytes =
      switch format {
      case .swift: PackageResources.EnvironmentConfiguration_swift_mustache
      case .plist: PackageResources.EnvironmentConfiguration_plist_mustache
      case .json: PackageResources.EnvironmentConfiguration_json_mustache
      case .env: PackageResources.EnvironmentConfiguration_env_mustache
      case .xcconfig: PackageResources.EnvironmentConfiguration_xcconfig_mustache
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of `template` with `content`. Values in `{{…}}` are escaped for HTML.
  ///
  /// - Throws: `MustacheError` for a malformed template.
  package static func text(of template: String, with content: [String: TemplateValue]) throws -> String {
    try Mustache(template).text(with: .fields(content), .html)
  }
}

extension Templates {
  /// The page with the values of all environments side by side.
  package static var matrix: String {
    String(decoding: PackageResources.ConfigurationMatrix_html_mustache, as: UTF8.self)
  }
}
