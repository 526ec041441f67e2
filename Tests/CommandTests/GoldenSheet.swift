import Foundation

/// Similar cases in one text. `Golden/README.md` describes it.
struct GoldenSheet {
  struct Case {
    let name: String
    var files: [String: Data] = [:]
  }

  private(set) var cases: [Case] = []

  /// The order of files in a case; those of `in` come after `releasefile`.
  private static let order = [
    "arguments", "from", "releasefile", "in", "setup", "folder", "environment", "lock", "answers", "stdout.txt",
    "stderr.txt", "terminal.txt", "status", "out.diff", "out.removed", "out.modes", "git.txt",
  ]
  /// One-line files, written after their names.
  private static let inlined = ["arguments", "from", "releasefile", "folder", "status"]
  private static let lineEndMark = "\\ no line end"

  init(_ text: String) {
    var file: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        cases.append(Case(name: String(line.dropFirst(3))))
      } else if line.hasPrefix("|") {
        append("\(line.dropFirst(line.hasPrefix("| ") ? 2 : 1))\n", to: file)
      } else if line == Self.lineEndMark, let file {
        cases[cases.count - 1].files[file]?.removeLast()
      } else if !line.isEmpty, !cases.isEmpty {
        let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
        let isInlined = parts.count == 2 && Self.inlined.contains(parts[0])
        let name = isInlined ? parts[0] : String(line)
        file = name
        append(isInlined ? "\(parts[1])\n" : "", to: name)
      }
    }
  }

  private mutating func append(_ text: String, to file: String?) {
    guard let file, !cases.isEmpty else { return }
    cases[cases.count - 1].files[file, default: Data()] += Data(text.utf8)
  }

  /// Replaces the recorded files of the case with `files`.
  mutating func record(_ files: [String: Data], of name: String) {
    guard let index = cases.firstIndex(where: { $0.name == name }) else { return }
    cases[index].files = cases[index].files.filter { !GoldenOutcome.isRecorded($0.key) }.merging(files) { $1 }
  }

  var text: String { cases.map(Self.text).joined(separator: "\n") }

  private static func text(of sheetCase: Case) -> String {
    let names = sheetCase.files.keys.sorted { one, other in
      let places = [one, other].map { name in
        order.firstIndex(of: name.hasPrefix("in/") ? "in" : name) ?? order.count
      }
      return places[0] == places[1] ? one < other : places[0] < places[1]
    }
    return "## \(sheetCase.name)\n" + names.map { text(of: sheetCase.files[$0] ?? Data(), named: $0) }.joined()
  }

  private static func text(of data: Data, named name: String) -> String {
    let text = String(decoding: data, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let endsLine = lines.last?.isEmpty == true
    if endsLine { lines.removeLast() }
    if endsLine, lines.count == 1, inlined.contains(name) { return "\(name): \(lines[0])\n" }
    return "\(name)\n" + lines.map { $0.isEmpty ? "|\n" : "| \($0)\n" }.joined()
      + (endsLine || text.isEmpty ? "" : lineEndMark + "\n")
  }
}
