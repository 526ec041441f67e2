import MartletCore

/// The attributes of the paths in one folder of a tree: from its own file, the folders above it, the user and the
/// system (gitattributes(5)). It is a value: a folder below starts with a copy.
struct AttributeStack {
  /// The lines of one file, with its folder.
  private struct Level {
    let folder: ArraySlice<UInt8>
    let rules: [(rule: PathRule, states: [(name: String, state: AttributeState)])]
  }

  /// The attributes that are needed; others are dropped while parsing.
  private static let relevant: Set = [
    "export-ignore", "export-subst", "text", "crlf", "eol", "ident", "filter", "working-tree-encoding", "diff",
  ]
  /// git ignores larger files.
  private static let maximumLength = 100 << 20

  /// The levels from the weakest to the strongest, without the repository's `info/attributes`.
  private var levels: [Level] = []
  private let strongest: Level
  private let macros: [String: [(name: String, state: AttributeState)]]
  /// The names of relevant attributes, and of macros that set one.
  private let names: Set<String>
  private let ignoresCase: Bool

  /// Creates the attributes at the top of a tree.
  ///
  /// - Parameters:
  ///   - weaker: The files of the system and of the user.
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

  /// Adds the attributes file of `folder`, a path without a slash at its end.
  mutating func append(_ file: [UInt8], in folder: ArraySlice<UInt8>) {
    let rules = Self.relevantRules(of: Self.lines(of: file, allowsMacros: false, ignoresCase: ignoresCase), names)
    if !rules.isEmpty { levels.append(Level(folder: folder, rules: rules)) }
  }

  /// Returns the attributes of `path`, which ends with a slash if it is a folder; unspecified attributes are left out.
  func attributes(of path: ArraySlice<UInt8>) -> [String: AttributeState] {
    guard !levels.isEmpty || !strongest.rules.isEmpty else { return [:] }
    let subject = PathRule.Subject(path)
    var found: [String: AttributeState] = [:]
    // The first match counts: from the strongest file, the last line, the last word on it.
    fill(&found, from: strongest, subject)
    for level in levels.reversed() { fill(&found, from: level, subject) }
    return found.isEmpty ? found : found.filter { $0.value != .unspecified }
  }

  private func fill(_ found: inout [String: AttributeState], from level: Level, _ subject: PathRule.Subject) {
    // Indices, because copying a rule takes longer than most matches.
    for index in level.rules.indices.reversed() where level.rules[index].rule.matches(subject, below: level.folder) {
      fill(&found, with: level.rules[index].states)
    }
  }

  private func fill(_ found: inout [String: AttributeState], with states: [(name: String, state: AttributeState)]) {
    // A macro is expanded at once, before the words in front of it. Macros can contain macros.
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
    // git reads the file as a C string, which ends at a NUL byte.
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
