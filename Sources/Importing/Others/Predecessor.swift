import TextEditing
import Versioning

/// What another release tool's configuration says of the project: where the version stands and how tags are spelled.
package struct Predecessor {
  /// A file that carries the version, as the `manifests` of a Releasefile say it.
  package struct Manifest: Hashable, Sendable {
    package let keyword: String
    package let path: RelativePath
    /// The keys below the word with their texts: one, or those of a list.
    package let options: [String: [String]]

    package init(_ keyword: String, _ path: RelativePath, options: [String: String] = [:]) {
      self.init(keyword, path, lists: options.mapValues { [$0] })
    }

    package init(_ keyword: String, _ path: RelativePath, lists: [String: [String]]) {
      self.keyword = keyword
      self.path = path
      options = lists
    }
  }

  /// As its makers call it.
  package let tool: String
  package let path: RelativePath
  package var manifests: [Manifest] = []
  /// Nil when it says nothing of tags.
  package var tagFormat: TagFormat?
  package var notes: [ImportNote] = []

  init(_ tool: String, _ path: RelativePath) {
    self.tool = tool
    self.path = path
  }

  /// What the tools that are known here have left in `files`, in a fixed order.
  ///
  /// - Throws: what reading a file throws.
  package static func found(in files: some FileReading) throws -> [Predecessor] {
    try readers.compactMap { name, read in
      guard let path = RelativePath(name), let source = try files.source(at: path) else { return nil }
      return try read(source, files)
    }
  }

  private static var readers: [(String, (SourceText, any FileReading) throws -> Predecessor?)] {
    [
      (".rocket.yml", { source, _ in Rocket.predecessor(source) }),
      ("Package.swift", { source, _ in Rocket.packageConfiguration(source) }),
      ("knope.toml", { source, _ in Knope.predecessor(source) }),
      (".bumpversion.toml", BumpMyVersion.predecessor),
      ("pyproject.toml", BumpMyVersion.predecessor),
      (".bumpversion.cfg", BumpMyVersion.predecessor),
      ("setup.cfg", BumpMyVersion.predecessor),
    ]
  }

  mutating func note(_ text: String, at span: Range<Int>, of source: SourceText) {
    // More than these are never needed.
    guard notes.count < 100 else { return }
    notes.append(ImportNote(text, at: source.place(at: span.lowerBound)))
  }
}
