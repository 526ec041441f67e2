import MartletCore
import MartletManifests

extension Manifest {
  /// The sites of the file at `path` with contents `text`: `kind value label`, one line each.
  package func found(in text: String) throws -> [String] {
    try sites(in: text).map { "\($0.kind.rawValue) \($0.value)\($0.label.isEmpty ? "" : " \($0.label)")" }
  }

  /// The sites of the file at `path` with contents `text`.
  package func sites(in text: String) throws -> [VersionSite] {
    try versionSites(in: MemoryFiles([SourceText(path: path, text: text)]))
  }

  /// The text with `version` in every version site.
  package func text(_ text: String, saying version: String) throws -> String {
    let source = SourceText(path: path, text: text)
    let edits = try sites(in: text).filter { $0.kind == .version }
      .flatMap { try $0.edits(toHold: version)[path] ?? [] }
    return String(decoding: try source.applying(edits).bytes, as: UTF8.self)
  }

  /// The message for the file with contents `text`; nil if there is none.
  package func complaint(in text: String) -> String? {
    do {
      _ = try sites(in: text)
      return nil
    } catch let error as any ExplainedError {
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}
