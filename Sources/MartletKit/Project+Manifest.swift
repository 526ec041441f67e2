import MartletCore
import MartletManifests

extension Project {
  /// An explicitly named file that contains the version: an entry of `manifests` in a Releasefile.
  public struct Manifest: Hashable, Sendable {
    /// The format of a manifest; `docs/manifests.md` describes each. Later releases may add more.
    public struct Format: RawRepresentable, Hashable, Sendable, CaseIterable {
      /// The keyword of a Releasefile.
      public let rawValue: String

      /// Creates the format of a keyword; nil for an unknown keyword.
      public init?(rawValue: String) {
        guard ManifestCatalogue.format(named: rawValue) != nil else { return nil }
        self.rawValue = rawValue
      }

      private init(_ format: ManifestFormat) { rawValue = format.keyword }

      private init(keyword: String) { rawValue = keyword }

      /// Every format.
      public static var allCases: [Format] { ManifestCatalogue.formats.map(Format.init) }

      /// An Xcode project, the folder `.xcodeproj`, with its configuration and Info.plist files.
      public static let xcodeproj = Format(keyword: "xcodeproj")
      /// Build settings in a configuration file, through its includes and references.
      public static let xcconfig = Format(keyword: "xcconfig")
      /// The version keys of an Info.plist.
      public static let plist = Format(keyword: "plist")
      /// A CocoaPods specification, in Ruby or JSON.
      public static let podspec = Format(keyword: "podspec")
      /// A declaration in Swift, or the settings of a Tuist project.
      public static let swift = Format(keyword: "swift")
      /// A value of a JSON file.
      public static let json = Format(keyword: "json")
      /// A value of a YAML file, or the `project.yml` of XcodeGen.
      public static let yaml = Format(keyword: "yaml")
      /// A value of a TOML file.
      public static let toml = Format(keyword: "toml")
      /// An assignment in a `.env` file or a Makefile.
      public static let env = Format(keyword: "env")
      /// The install snippets of this package in a text.
      public static let readme = Format(keyword: "readme")
      /// A file that contains only the version.
      public static let plain = Format(keyword: "plain")
      /// Any text, with a pattern for the place of the version.
      public static let text = Format(keyword: "text")
    }

    /// The format of the file.
    public let format: Format
    /// The file, relative to the project's folder.
    public let path: String
    /// Further options by their names in a Releasefile: `["key": ["info.version"]]`.
    public let options: [String: [String]]

    /// Creates the manifest of `format` at `path`. Errors in it are reported when a project is read.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - path: The file, relative to the project's folder; for an Xcode project the folder `.xcodeproj`.
    ///   - options: The texts by the option's name: one, or the elements of a list.
    public init(_ format: Format, at path: String, options: [String: [String]] = [:]) {
      self.format = format
      self.path = path
      self.options = options
    }
  }
}

extension Project.Manifest {
  /// - Throws: `MartletError` for an invalid path or option; `ManifestError.unusableOption`.
  func manifest(for names: ProjectNames) throws -> any MartletManifests.Manifest {
    let path = try RelativePath(named: path)
    guard let known = ManifestCatalogue.format(named: format.rawValue) else {
      throw MartletError("unknown format `\(format.rawValue)`")
    }
    for (name, texts) in options.sorted(by: { $0.key < $1.key }) {
      guard let option = known.options.first(where: { $0.name == name }) else {
        throw MartletError(
          "unknown option `\(name)` of `\(path)`, expected \(known.expectation)",
          hint: known.options.map(\.name).nearest(to: name).map { "did you mean `\($0)`?" })
      }
      guard texts.count == 1 || option.isList else {
        throw MartletError("option `\(name)` of `\(path)` has \(texts.count) values, expected one")
      }
    }
    for option in known.options where option.isRequired && options[option.name] == nil {
      throw MartletError("`\(path)` is missing option `\(option.name)`, expected \(option.summary)")
    }
    return try known.manifest(at: path, options: ManifestOptions(options), names: { names })
  }
}

extension ManifestFormat {
  /// The valid options, for messages.
  fileprivate var expectation: String {
    options.isEmpty ? "none for format `\(keyword)`" : options.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}
