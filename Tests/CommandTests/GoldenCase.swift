import Foundation
import TestSupport
import Testing

/// A project, a command line, and all its results: one folder of `Golden`, or one case of a sheet there.
/// `Golden/README.md` describes both.
struct GoldenCase: Sendable {
  let name: String
  private let files: [String: Data]
  private let storage: Storage

  private enum Storage {
    case folder(URL)
    case sheet(URL)
  }

  /// All cases, in alphabetical order.
  static let all: [GoldenCase] = {
    let golden = URL(fileURLWithPath: "\(ProjectFolder.path)/Tests/CommandTests/Golden")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []
    let cases = names.flatMap { name -> [GoldenCase] in
      let url = golden.appendingPathComponent(name)
      return name.hasSuffix(".cases") ? inSheet(url) : [inFolder(url)].filter { $0.text("arguments") != nil }
    }
    return cases.sorted { $0.name < $1.name }
  }()

  private static func inFolder(_ url: URL) -> GoldenCase {
    let files = (try? FolderContents(of: url.path).files) ?? [:]
    return GoldenCase(
      name: url.lastPathComponent,
      files: Dictionary(
        uniqueKeysWithValues: files.map { ($0.key.replacing(/\.swift\.txt$/, with: ".swift"), $0.value) }),
      storage: .folder(url))
  }

  private static func inSheet(_ url: URL) -> [GoldenCase] {
    let sheet = GoldenSheet(String(decoding: FileManager.default.contents(atPath: url.path) ?? Data(), as: UTF8.self))
    return sheet.cases.map { GoldenCase(name: $0.name, files: $0.files, storage: .sheet(url)) }
  }

  /// Whether changed files are recorded as diffs.
  var keepsDiffs: Bool { if case .sheet = storage { true } else { false } }

  /// The text of one of the case's files; nil if there is none.
  func text(_ name: String) -> String? { files[name].map { String(decoding: $0, as: UTF8.self) } }

  /// The lines of one of the case's files; empty without the file.
  func lines(_ name: String) -> [String] {
    var lines = (text(name) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The arguments of the command line: separated by blanks, with blanks inside single quotes.
  var arguments: [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in (text("arguments") ?? "") {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted, "\n" where !isQuoted:
        words += [word].compactMap { $0 }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  /// The recorded files of a run, by name.
  var recorded: [String: Data] { files.filter { GoldenOutcome.isRecorded($0.key) } }

  /// The additional files at the start, besides those of the example.
  func projectFiles() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for (name, data) in self.files where name.hasPrefix("in/") { files[String(name.dropFirst(3))] = data }
    for name in lines("releasefile") {
      files["Releasefile"] = try Data(contentsOf: URL(fileURLWithPath: "\(ProjectFolder.path)/\(name)"))
    }
    return files
  }

  private static let sheetLock = NSLock()

  /// Replaces the recorded files with `files`.
  func record(_ files: [String: Data]) throws {
    switch storage {
    case .folder(let folder):
      let manager = FileManager.default
      for name in GoldenOutcome.fileNames + ["out"] { try? manager.removeItem(at: folder.appendingPathComponent(name)) }
      for (name, data) in files {
        let file = folder.appendingPathComponent(name.replacing(/\.swift$/, with: ".swift.txt"))
        try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
    case .sheet(let url):
      // Cases of one sheet are recorded concurrently.
      try Self.sheetLock.withLock {
        var sheet = GoldenSheet(try String(contentsOf: url, encoding: .utf8))
        sheet.record(files, of: name)
        try Data(sheet.text.utf8).write(to: url)
      }
    }
  }
}

extension GoldenCase: CustomTestStringConvertible {
  var testDescription: String { name }
}
