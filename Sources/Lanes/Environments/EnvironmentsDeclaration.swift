import TextEditing

/// Where a project's configuration comes from, one set of values for each environment, and what is made of it, as a
/// Releasefile declares it.
package struct EnvironmentsDeclaration: Sendable, Equatable {
  /// The files with values; a later one is stronger within its layer.
  package var sources: [ValueSource] = []
  /// Files with values of one machine, which git must ignore. They need not be there.
  package var localSources: [ValueSource] = []
  /// What the dictionary is called that all environments have in common.
  package var common = "Common"
  /// The environment that each one extends, by its own name.
  package var parents: [String: Declared<String>] = [:]
  /// The keys that an environment does not have, whatever it extends.
  package var unset: [String: [Declared<ConfigurationKey>]] = [:]
  /// Variables of the process that override a value.
  package var variables: [ConfigurationKey: String] = [:]
  package var secrets: [SecretDeclaration] = []
  package var types: [TypeDeclaration] = []
  package var outputs: [OutputDeclaration] = []
  /// The `.xcconfig` file of a build configuration, or of an environment.
  package var configurations: [String: RelativePath] = [:]
  /// The build setting that says which environment a build is for.
  package var setting = "ConfigEnvironment"
  /// The environment when nothing says which.
  package var defaultEnvironment: Declared<String>?
  /// Where the declaration begins in the Releasefile.
  package var span = 0..<0

  package init() {}
}

/// Something that a Releasefile says, with the bytes that say it.
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

    /// The format that the name of a file tells; nil when it tells none.
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
  /// The one environment, or the common dictionary, that the whole file is about; nil: it has a dictionary for each.
  package var environment: Declared<String>?
  /// The settings of an `.xcconfig` file that are taken; nil: all.
  package var keys: [Declared<String>]?
  package let span: Range<Int>

  package init(_ path: RelativePath, format: Format, environment: Declared<String>? = nil, span: Range<Int> = 0..<0) {
    self.path = path
    self.format = format
    self.environment = environment
    self.span = span
  }
}

/// A secret, and where its value is taken from: never from a file that git tracks.
package struct SecretDeclaration: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case variable(String)
    /// All text of a file without the line end at its end.
    case file(RelativePath)
    /// What a program prints, without the line end at its end.
    case command([String])
  }

  package let key: ConfigurationKey
  package var source: Source
  /// Whether it may stand in what is generated, where everybody who has the app can read it.
  package var isEmbedded = false
  package let span: Range<Int>

  package init(_ key: ConfigurationKey, from source: Source, span: Range<Int> = 0..<0) {
    self.key = key
    self.source = source
    self.span = span
  }
}
