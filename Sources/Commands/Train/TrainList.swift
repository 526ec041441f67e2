import MartletCore
import SystemAPI

/// The repositories of a train: a text with one folder per line. Blank lines and lines that begin with `#` are ignored.
struct TrainList {
  /// As the file has them; relative to `parent`.
  let names: [String]
  private let source: SourceText
  private let spans: [String: Range<Int>]
  private let parent: String

  /// - Parameters:
  ///   - parent: The folder of the file.
  init(_ source: SourceText, in parent: String) throws(Failure) {
    var names: [String] = []
    var spans: [String: Range<Int>] = [:]
    var number = 1
    while let span = source.span(ofLine: number) {
      number += 1
      let name = source.string(at: span).trimmingBlanks()
      guard !name.isEmpty, !name.hasPrefix("#") else { continue }
      if spans[name] != nil { throw .repeatedRepository(name, at: span, of: source) }
      names.append(name)
      spans[name] = span
    }
    guard !names.isEmpty else { throw .emptyTrain(source.path.string) }
    (self.names, self.source, self.spans, self.parent) = (names, source, spans, parent)
  }

  func folder(of name: String) -> String { name.hasPrefix("/") ? name : "\(parent)/\(name)" }

  func hasFolder(of name: String) -> Bool { FileManager.default.fileExists(atPath: folder(of: name)) }

  /// - Throws: `Failure` for a folder that does not exist.
  func check(_ name: String) throws(Failure) {
    guard !hasFolder(of: name) else { return }
    throw Failure(
      [
        Diagnostic(
          "no folder `\(name)`", at: spans[name] ?? 0..<0, of: source,
          hint: "clone the repository there, or remove the line")
      ], exit: .usage)
  }
}

extension Failure {
  static func emptyTrain(_ file: String) -> Failure {
    Failure("no repositories in `\(file)`, expected one folder per line", exit: .usage)
  }

  static func repeatedRepository(_ name: String, at span: Range<Int>, of source: SourceText) -> Failure {
    Failure([Diagnostic("`\(name)` is listed twice, expected once", at: span, of: source)], exit: .usage)
  }
}
