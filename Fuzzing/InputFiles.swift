@testable import MartletCore

/// The files of one try: the input up to the first line `=== PATH` is the main one, what follows that line another, and
/// so on.
struct InputFiles: FileReading {
  private(set) var texts: [RelativePath: SourceText]

  private static let mark = "=== "

  /// - Returns: nil when the main file is one that Martlet does not read, such as broken UTF-16.
  init?(_ bytes: [UInt8], main: RelativePath) {
    texts = [:]
    var (path, start) = (main, 0)
    var index = 0
    func add(until end: Int, to texts: inout [RelativePath: SourceText]) {
      guard let text = try? SourceText(path: path, fileBytes: Array(bytes[start..<end])) else { return }
      texts[path] = texts[path] ?? text
    }
    while let next = bytes.firstIndex(of: Self.mark, from: index) {
      let line = next..<bytes.index(after: next) { $0 != .lineFeed }
      index = line.upperBound
      guard next == 0 || bytes[next - 1] == .lineFeed,
        let other = RelativePath(String(decoding: bytes[line].dropFirst(Self.mark.utf8.count), as: UTF8.self))
      else { continue }
      add(until: next, to: &texts)
      (path, start) = (other, min(index + 1, bytes.count))
    }
    add(until: bytes.count, to: &texts)
    guard texts[main] != nil else { return nil }
  }

  /// The files after `edits`.
  func applying(_ edits: [RelativePath: [TextEdit]]) throws -> InputFiles {
    var result = self
    for (path, edits) in edits {
      guard let source = texts[path] else { throw Violation("an edit of `\(path)`, which is none of the files") }
      result = try result.replacing(try source.applying(edits))
    }
    return result
  }

  /// The files with `source` in the place of what was there, written and read again.
  func replacing(_ source: SourceText) throws -> InputFiles {
    var result = self
    result.texts[source.path] = try SourceText(path: source.path, fileBytes: source.fileBytes)
    return result
  }

  func source(at path: RelativePath) -> SourceText? { texts[path] }

  func filePaths() -> [RelativePath] { texts.keys.sorted() }
}
