import MartletCore
import MartletManifests

/// A manifest with an example text, for testing the laws of all formats.
package struct ManifestExample: Sendable, CustomStringConvertible {
  package let manifest: any Manifest
  /// The text with LF, without a byte order mark.
  package let text: String
  /// The beginning of a comment, for bytes that are not text; nil if the format has none.
  package let comment: String?
  /// The other files of the manifest.
  package let others: [SourceText]

  package init(_ manifest: any Manifest, _ text: String, comment: String? = "#", others: [SourceText] = []) {
    self.manifest = manifest
    self.text = text
    self.comment = comment
    self.others = others
  }

  package var description: String { "\(type(of: manifest)) \(manifest.path)" }

  /// The possible encodings of the text on a disk.
  package var variants: [SourceText] {
    let lines = Array(text.utf8)
    let crlf = text.replacing("\n", with: "\r\n").utf8
    let invalid = comment.map { lines + Array("\($0) caf".utf8) + [0xE9, 0xFF, 0xC0] + Array("\n".utf8) }
    let forms: [[UInt8]] =
      [
        lines, Array(crlf), Array(text.replacing("\n", with: "\r").utf8), [0xEF, 0xBB, 0xBF] + lines,
        [0xEF, 0xBB, 0xBF] + crlf, Array(text.utf8.dropLast()),
      ] + (invalid.map { [$0] } ?? [])
    return forms.map { SourceText(path: manifest.path, bytes: $0) }
  }

  /// A project with `source` in place of the text.
  package func files(with source: SourceText) -> MemoryFiles { MemoryFiles(others + [source]) }
}
