import Lanes
import MartletCore

/// A command of a workflow that runs a script of the project, or a target of `make` or `just`.
struct ScriptCall: Equatable {
  /// The command in short, such as `scripts/release.sh` or `make release`.
  let text: String
  /// The paths that the file may have.
  private let paths: [String]
  private let target: String?

  /// Returns the file if it is one of `known`, and the name of its target.
  func file(in known: Set<RelativePath>) -> (path: RelativePath, target: String?)? {
    paths.lazy.compactMap { RelativePath($0) }.first(where: known.contains).map { ($0, target) }
  }

  /// Returns the calls in the `run:` texts of a workflow, each once; none if it cannot be read.
  static func all(in workflow: SourceText) -> [ScriptCall] {
    guard let root = try? Node(yaml: workflow) else { return [] }
    var calls: [ScriptCall] = []
    var open = [root]
    while let node = open.popLast() {
      switch node.content {
      case .sequence(let nodes): open += nodes.reversed()
      case .mapping(let entries):
        open += entries.reversed().map(\.value)
        guard let script = entries.first(where: { $0.key == "run" })?.value.text else { continue }
        let folder = entries.first { $0.key == "working-directory" }?.value.text ?? "."
        for call in Self.calls(in: script, folder) where !calls.contains(call) { calls.append(call) }
      case .scalar, .nothing: break
      }
    }
    return calls
  }

  private static func calls(in script: String, _ folder: String) -> [ScriptCall] {
    let lines = script.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline)
    let commands = lines.flatMap { $0.split { ";&|(){}".contains($0) } }
    return commands.compactMap { command in
      var words = command.split { $0 == " " || $0 == "\t" }.map { $0.filter { !"\"'".contains($0) } }[...]
      while let word = words.first, prefixes.contains(word) || word.contains(/^[A-Za-z_]\w*=/) || word.hasPrefix("-") {
        words.removeFirst()
      }
      guard let program = words.popFirst(), !program.hasPrefix("#") else { return nil }
      guard let files = makefiles[program] else {
        return ScriptCall(text: program.withoutDot, paths: [path(program, in: folder)], target: nil)
      }
      var place = folder
      if words.first == "-C", words.count > 1 {
        place = path(words[words.startIndex + 1], in: folder)
        words = words.dropFirst(2)
      }
      guard let target = words.first(where: { !$0.hasPrefix("-") && !$0.contains("=") }) else { return nil }
      return ScriptCall(text: "\(program) \(target)", paths: files.map { path($0, in: place) }, target: target)
    }
  }

  /// Words before the program, or the script, of a command.
  private static let prefixes: Set = [
    "bash", "sh", "zsh", "source", ".", "exec", "sudo", "env", "time", "ruby", "python", "python3", "node", "!", "if",
    "then",
  ]

  private static let makefiles = [
    "make": ["Makefile", "makefile", "GNUmakefile"], "just": ["justfile", "Justfile"],
  ]

  private static func path(_ text: String, in folder: String) -> String {
    let folder = folder.withoutDot
    return folder.isEmpty || folder == "." ? text.withoutDot : "\(folder)/\(text.withoutDot)"
  }
}

extension String {
  /// The path without `./` before it.
  fileprivate var withoutDot: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
