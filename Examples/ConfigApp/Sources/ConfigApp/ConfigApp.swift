/// Needs `martlet config generate`, which writes `Generated/EnvironmentConfiguration.swift`.
@main
enum ConfigApp {
  static func main() {
    print(text(of: EnvironmentConfiguration.current))
  }

  /// Depends on what a configuration has, not on where it comes from.
  static func text(of configuration: some EnvironmentConfigurationValues) -> String {
    """
    \(configuration.baseApiUrl) within \(configuration.apiTimeout) s, analytics \(configuration.analyticsEnabled)
    \(configuration.support.email) in \(configuration.support.languages.joined(separator: ", "))
    """
  }
}
