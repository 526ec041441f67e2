import MartletCore

/// The `environments` section of a Releasefile: the sources of a project's configuration, with one set of values per
/// environment, and its generated files.
package struct EnvironmentsDeclaration: Sendable, Equatable {
  /// The files with values; a later one overrides earlier ones in its layer.
  package var sources: [ValueSource] = []
  /// Files with values for one machine, which git must ignore. They are optional.
  package var localSources: [ValueSource] = []
  /// The name of the dictionary with the values common to all environments.
  package var common = "Common"
  /// The environment that each environment extends, by its name.
  package var parents: [String: Declared<String>] = [:]
  /// The keys that are removed from an environment, even if it inherits them.
  package var unset: [String: [Declared<ConfigurationKey>]] = [:]
  /// Environment variables that override a value.
  package var variables: [ConfigurationKey: String] = [:]
  package var secrets: [SecretDeclaration] = []
  package var types: [TypeDeclaration] = []
  package var outputs: [OutputDeclaration] = []
  /// The `.xcconfig` file of a build configuration, or of an environment.
  package var configurations: [String: RelativePath] = [:]
  /// The build setting that selects the environment of a build.
  package var setting = "ConfigEnvironment"
  /// The environment to use if none is selected.
  package var defaultEnvironment: Declared<String>?
  /// The start of the declaration in the Releasefile.
  package var span = 0..<0

  package init() {}
}

/// A value in a Releasefile with its byte range.
package struct Declared<Value: Sendable & Hashable>: Sendable, Hashable {
  package let value: Value
  package let span: Range<Int>

  package init(_ value: Value, span: Range<Int> = 0..<0) {
    self.value = value
    self.span = span
  }
}

/// A file with values.
package struct ValueSource: Sendable, Hashable {
  package enum Format: String, Sendable, CaseIterable {
    case plist, json, yaml, toml, env, xcconfig

    /// Returns the format for a file name; nil for other names.
    package init?(of path: RelativePath) {
      let name = path.lastComponent
      if name == ".env" || name.hasPrefix(".env.") {
        self = .env
      } else if path.pathExtension?.lowercased() == "yml" {
        self = .yaml
      } else {
        guard let format = path.pathExtension.flatMap({ Format(rawValue: $0.lowercased()) }) else { return nil }
        self = format
      }
    }
  }

  package let path: RelativePath
  package let format: Format
  /// The environment, or common dictionary, of all values in the file; nil: it has a dictionary for each.
  package var environment: Declared<String>?
  /// The settings to read from an `.xcconfig` file; nil: all.
  package var keys: [Declared<String>]?
  package let span: Range<Int>

  package init(_ path: RelativePath, format: Format, environment: Declared<String>? = nil, span: Range<Int> = 0..<0) {
    self.path = path
    self.format = format
    self.environment = environment
    self.span = span
  }
}

/// A secret and the source of its value, which is never a file that git tracks.
package struct SecretDeclaration: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case variable(String)
    /// The text of a file without the final line break.
    case file(RelativePath)
    /// The output of a program without the final line break.
    case command([String])
  }

  package let key: ConfigurationKey
  package var source: Source
  /// Whether generated files may contain it, where every user of the app can read it.
  package var isEmbedded = false
  package let span: Range<Int>

  package init(_ key: ConfigurationKey, from source: Source, span: Range<Int> = 0..<0) {
    self.key = key
    self.source = source
    self.span = span
  }
}
