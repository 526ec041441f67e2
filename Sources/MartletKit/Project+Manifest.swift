import Manifests
import TextEditing

extension Project {
  /// A file that holds the version, named instead of looked for: an entry of `manifests` in a Releasefile.
  public struct Manifest: Hashable, Sendable {
    /// How the version is found in a file; `docs/manifests.md` tells of each.
    public enum Format: String, CaseIterable, Sendable {
      /// An Xcode project, the folder `.xcodeproj`, with the configuration and Info.plist files that it draws on.
      case xcodeproj
      /// Build settings in a configuration file, through its includes and references.
      case xcconfig
      /// The version keys of an Info.plist.
      case plist
      /// A CocoaPods specification, in Ruby or JSON.
      case podspec
      /// A declaration in Swift, or the settings of a Tuist project.
      case swift
      /// A value of a JSON file.
      case json
      /// A value of a YAML file, or the `project.yml` of XcodeGen.
      case yaml
      /// A value of a TOML file.
      case toml
      /// An assignment in a `.env` file or a Makefile.
      case env
      /// The install snippets of this very package in a text.
      case readme
      /// A file that holds the version and nothing else.
      case plain
      /// Any text, with a pattern that shows where the version stands.
      case text
    }

    /// How the version is found.
    public let format: Format
    /// The file, from the project's folder on.
    public let path: String
    /// What is said beside the path, by the names that a Releasefile has for it: `["key": ["info.version"]]`.
    public let options: [String: [String]]

    /// The manifest of `format` at `path`. What is wrong with it is told when a project is read.
    ///
    /// - Parameters:
    ///   - format: How the version is found.
    ///   - path: The file, from the project's folder on; of an Xcode project the folder `.xcodeproj`.
    ///   - options: The texts by the option's name: one, or those of a list.
    public init(_ format: Format, at path: String, options: [String: [String]] = [:]) {
      self.format = format
      self.path = path
      self.options = options
    }
  }
}

extension Project.Manifest {
  /// - Throws: `MartletError` for a path or an option that cannot be used; `ManifestError.unusableOption`.
  func manifest(for names: ProjectNames) throws -> any Manifests.Manifest {
    let path = try RelativePath(named: path)
    guard let known = ManifestCatalogue.format(named: format.rawValue) else {
      throw MartletError("there is no format `\(format.rawValue)`")
    }
    for (name, texts) in options.sorted(by: { $0.key < $1.key }) {
      guard let option = known.options.first(where: { $0.name == name }) else {
        throw MartletError(
          "unknown option `\(name)` of `\(path)`, expected \(known.expectation)",
          hint: known.options.map(\.name).nearest(to: name).map { "did you mean `\($0)`?" })
      }
      guard texts.count == 1 || option.isList else {
        throw MartletError("option `\(name)` of `\(path)` has \(texts.count) texts, expected one")
      }
    }
    for option in known.options where option.isRequired && options[option.name] == nil {
      throw MartletError("`\(path)` has no option `\(option.name)`, expected \(option.summary)")
    }
    return try known.manifest(at: path, options: ManifestOptions(options), names: { names })
  }
}

extension ManifestFormat {
  /// What options there may be, in words.
  fileprivate var expectation: String {
    options.isEmpty ? "none for format `\(keyword)`" : options.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}
