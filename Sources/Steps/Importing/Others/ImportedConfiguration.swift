import Lanes
import MartletCore

/// An imported configuration of another release tool: the places of the version and the tag format.
package struct ImportedConfiguration {
  /// The name of the tool.
  package let tool: String
  package let path: RelativePath
  package var manifests: [ManifestDeclaration] = []
  /// Nil when it has no tag format.
  package var tagFormat: TagFormat?
  package var notes: [ImportNote] = []

  init(_ tool: String, _ path: RelativePath) {
    self.tool = tool
    self.path = path
  }

  /// Returns the configurations of supported tools in `files`, in a fixed order.
  ///
  /// - Throws: errors from reading a file.
  package static func found(in files: some FileReading) throws -> [ImportedConfiguration] {
    try readers.compactMap { name, read in
      guard let path = RelativePath(name), let source = try files.source(at: path) else { return nil }
      return try read(source, files)
    }
  }

  private static var readers: [(String, (SourceText, any FileReading) throws -> ImportedConfiguration?)] {
    [
      (".rocket.yml", { source, _ in Rocket.imported(source) }),
      ("Package.swift", { source, _ in Rocket.packageConfiguration(source) }),
      ("knope.toml", { source, _ in Knope.imported(source) }),
      (".bumpversion.toml", BumpMyVersion.imported),
      ("pyproject.toml", BumpMyVersion.imported),
      (".bumpversion.cfg", BumpMyVersion.imported),
      ("setup.cfg", BumpMyVersion.imported),
    ]
  }

  mutating func note(_ text: String, at span: Range<Int>, of source: SourceText) {
    // More notes are not useful.
    guard notes.count < 100 else { return }
    notes.append(ImportNote(text, at: source.place(at: span.lowerBound)))
  }
}
