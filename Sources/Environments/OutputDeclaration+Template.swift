import Lanes

extension OutputDeclaration.Format {
  /// The built-in template. Values in `{{…}}` are escaped for HTML.
  var template: String {
    let bytes =
      switch self {
      case .swift: PackageResources.EnvironmentConfiguration_swift_mustache
      case .plist: PackageResources.EnvironmentConfiguration_plist_mustache
      case .json: PackageResources.EnvironmentConfiguration_json_mustache
      case .env: PackageResources.EnvironmentConfiguration_env_mustache
      case .xcconfig: PackageResources.EnvironmentConfiguration_xcconfig_mustache
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
