import Foundation
import TestSupport
import Testing

/// One folder of `Golden`: a project, a command line, and all that comes of it. `Golden/README.md` describes the files.
struct GoldenCase: Sendable {
  let folder: URL

  var name: String { folder.lastPathComponent }

  /// All cases, in alphabetical order.
  static let all: [GoldenCase] = {
    let golden = URL(fileURLWithPath: "\(ProjectFolder.path)/Tests/CommandTests/Golden")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []
    return names.sorted().map { GoldenCase(folder: golden.appendingPathComponent($0)) }
      .filter { $0.text("arguments") != nil }
  }()

  /// The text of one of the case's files; nil when there is none.
  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.appendingPathComponent(name).path).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The lines of one of the case's files; none when there is no file.
  func lines(_ name: String) -> [String] {
    var lines = (text(name) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The words of the command line: separated by blanks, with blanks inside of single quotes.
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

  /// What was recorded: every file that a run gives, by its name.
  func recorded() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in GoldenOutcome.fileNames {
      files[name] = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
    }
    for (path, data) in try contents(of: "out") { files["out/\(path)"] = data }
    return files
  }

  /// The files to begin with, besides those of the example.
  func projectFiles() throws -> [String: Data] {
    var files = try contents(of: "in")
    for name in lines("releasefile") {
      files["Releasefile"] = try Data(contentsOf: URL(fileURLWithPath: "\(ProjectFolder.path)/\(name)"))
    }
    return files
  }

  /// The files below `in` or `out`, by the path that they have in the repository.
  func contents(of name: String) throws -> [String: Data] {
    let files = try FolderContents(of: folder.appendingPathComponent(name).path).files
    return Dictionary(uniqueKeysWithValues: files.map { ($0.key.replacing(/\.swift\.txt$/, with: ".swift"), $0.value) })
  }

  /// Puts `files` in place of what was recorded.
  func record(_ files: [String: Data]) throws {
    let manager = FileManager.default
    for name in GoldenOutcome.fileNames + ["out"] {
      try? manager.removeItem(at: folder.appendingPathComponent(name))
    }
    for (name, data) in files {
      let file = folder.appendingPathComponent(name.replacing(/\.swift$/, with: ".swift.txt"))
      try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }
}

extension GoldenCase: CustomTestStringConvertible {
  var testDescription: String { name }
}
