/// A file of an archive that a step makes from files on the disk, or a folder with its files and links. A file replaces
/// the one of the same path in a folder.
package struct PackedFile: Hashable, Sendable, Codable {
  package enum Contents: Hashable, Sendable, Codable {
    case text(String)
    /// The path of the file: absolute, or from the root of the repository.
    case file(String, isExecutable: Bool)
    /// The path of a folder; its files, links and executable bits are read when the archive is written.
    case folder(String)
  }

  /// The path in the archive.
  package let path: String
  package let contents: Contents
  /// The target triples of the machine code in the file; nil if it may have any contents.
  package let triples: [String]?

  package init(_ path: String, _ contents: Contents, triples: [String]? = nil) {
    self.path = path
    self.contents = contents
    self.triples = triples
  }
}
