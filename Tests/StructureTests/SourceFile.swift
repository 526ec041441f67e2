import Foundation

/// A Swift file of this package, as text.
struct SourceFile: Sendable {
  /// The path from the package's top folder.
  let path: String
  let text: String
  /// The text without comments.
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = text.replacing(/(^|\s)\/\/.*/.anchorsMatchLineEndings(), with: "")
  }

  /// The name without its extension.
  var stem: String { path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? "" }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The module that the file belongs to.
  var module: String {
    path.hasPrefix("templates/")
      ? "BuiltInTemplates" : path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }

  /// The top folder of this package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift files below `folders`, in alphabetical order, without golden folders. The module in `templates` is one of `Sources`.
  static func below(_ folders: String...) throws -> [SourceFile] {
    let folders = folders + (folders.contains("Sources") ? ["templates"] : [])
    return try all.get().filter { file in folders.contains { file.path.hasPrefix("\($0)/") } }
  }

  private static let all = Result {
    try ["Sources", "Tests", "templates"].flatMap { folder in
      let paths =
        FileManager.default.enumerator(atPath: package.appendingPathComponent(folder).path)?
        .compactMap { $0 as? String } ?? []
      return try paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("CommandTests/Golden/") }.sorted()
        .map { SourceFile(path: "\(folder)/\($0)", text: try text(of: "\(folder)/\($0)")) }
    }
  }

  /// The text of a file of this package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }
}
