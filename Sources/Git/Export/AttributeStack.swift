import TextEditing

/// The attributes of the paths in one folder of a tree: those of its own file, of the folders above it, of the user and
/// of the system (gitattributes(5)). A value: a folder below begins with a copy.
struct AttributeStack {
  /// The lines of one file, with the folder that they are about.
  private struct Level {
    let folder: ArraySlice<UInt8>
    let rules: [(rule: PathRule, states: [(name: String, state: AttributeState)])]
  }

  /// What is asked for; all else is forgotten when it is read.
  private static let relevant: Set = [
    "export-ignore", "export-subst", "text", "crlf", "eol", "ident", "filter", "working-tree-encoding", "diff",
  ]
  /// git does not read larger files.
  private static let maximumLength = 100 << 20

  /// From the weakest to the strongest, without the repository's own `info/attributes`.
  private var levels: [Level] = []
  private let strongest: Level
  private let macros: [String: [(name: String, state: AttributeState)]]
  /// The names that lead to a relevant one.
  private let names: Set<String>
  private let ignoresCase: Bool

  /// The attributes at the top of a tree.
  ///
  /// - Parameters:
  ///   - weaker: Files of the system and of the user.
  ///   - root: The file at the top of the tree.
  ///   - info: The repository's `info/attributes`.
  init(weaker: [[UInt8]], root: [UInt8], info: [UInt8], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    let files = [Array("[attr]binary -diff -merge -text".utf8)] + weaker + [root, info]
    let lines = files.map { Self.lines(of: $0, allowsMacros: true, ignoresCase: ignoresCase) }
    var macros: [String: [(name: String, state: AttributeState)]] = [:]
    for case (.macro(let name), let states) in lines.joined().map({ ($0.subject, $0.states) }) { macros[name] = states }
    self.macros = macros
    names = Self.names(leadingToRelevantIn: macros)
    strongest = Level(folder: [], rules: Self.relevantRules(of: lines.last ?? [], names))
    levels = lines.dropLast().map { Level(folder: [], rules: Self.relevantRules(of: $0, names)) }
    levels.removeAll { $0.rules.isEmpty }
  }

  /// Adds what the file in `folder`, a path without a slash at its end, says.
  mutating func append(_ file: [UInt8], in folder: ArraySlice<UInt8>) {
    let rules = Self.relevantRules(of: Self.lines(of: file, allowsMacros: false, ignoresCase: ignoresCase), names)
    if !rules.isEmpty { levels.append(Level(folder: folder, rules: rules)) }
  }

  /// What holds for `path`, which ends with a slash when it is a folder; unspecified attributes are left out.
  func attributes(of path: ArraySlice<UInt8>) -> [String: AttributeState] {
    guard !levels.isEmpty || !strongest.rules.isEmpty else { return [:] }
    let subject = PathRule.Subject(path)
    var found: [String: AttributeState] = [:]
    // The first word counts: of the strongest file, of the last line, of the last mention on it.
    fill(&found, from: strongest, subject)
    for level in levels.reversed() { fill(&found, from: level, subject) }
    return found.isEmpty ? found : found.filter { $0.value != .unspecified }
  }

  private func fill(_ found: inout [String: AttributeState], from level: Level, _ subject: PathRule.Subject) {
    // By their indices, because a copy of each rule takes longer than most of them take to match.
    for index in level.rules.indices.reversed() where level.rules[index].rule.matches(subject, below: level.folder) {
      fill(&found, with: level.rules[index].states)
    }
  }

  private func fill(_ found: inout [String: AttributeState], with states: [(name: String, state: AttributeState)]) {
    // What a macro stands for comes at once, before what is written in front of it; macros can be made of macros.
    var pending = [states[...]]
    while var states = pending.popLast() {
      guard let (name, state) = states.popLast() else { continue }
      pending.append(states)
      guard found[name] == nil else { continue }
      found[name] = state
      if state == .on, let macro = macros[name] { pending.append(macro[...]) }
    }
  }

  private static func lines(of file: [UInt8], allowsMacros: Bool, ignoresCase: Bool) -> [AttributeLine] {
    guard file.count < maximumLength else { return [] }
    // git reads it as a text of C's, which a NUL byte ends.
    return file.prefix { $0 != 0 }.split(separator: .lineFeed).compactMap {
      AttributeLine($0, allowsMacros: allowsMacros, ignoresCase: ignoresCase)
    }
  }

  private static func relevantRules(
    of lines: [AttributeLine], _ names: Set<String>
  ) -> [(rule: PathRule, states: [(name: String, state: AttributeState)])] {
    lines.compactMap { line in
      guard case .paths(let rule) = line.subject, line.states.contains(where: { names.contains($0.name) }) else {
        return nil
      }
      return (rule, line.states)
    }
  }

  private static func names(
    leadingToRelevantIn macros: [String: [(name: String, state: AttributeState)]]
  ) -> Set<String> {
    var names = relevant
    var count = 0
    while names.count > count {
      count = names.count
      for (name, states) in macros where states.contains(where: { names.contains($0.name) }) { names.insert(name) }
    }
    return names
  }
}
