import MartletCore

/// A formula or a cask of Homebrew, in Ruby: its statements outside of resources, patches, tests and methods, with the
/// systems that they are for.
///
/// Sources: docs.brew.sh/Formula-Cookbook, docs.brew.sh/Cask-Cookbook.
package struct FormulaFile {
  /// A statement such as `url "https://…"`.
  struct Statement {
    let name: String
    /// The key before the value, such as `arm` of `sha256 arm: "…"`.
    let label: String?
    /// The content of the string.
    let value: Range<Int>
    /// Whether the string has `#{…}`.
    let isComposed: Bool
    let systems: Set<FormulaSystem>
    /// The unknown condition of its block; nil for none.
    let condition: String?
  }

  package let source: SourceText
  private(set) var statements: [Statement] = []
  /// Such as `Cool` in `class Cool < Formula`; nil for a cask.
  private(set) var className: String?
  /// Whether it is a cask.
  let isCask: Bool
  /// The first keyword that makes it unsuitable: `bottle`, whose checksums are those of an old version, or `tag`.
  private(set) var obstacle: (name: String, span: Range<Int>)?
  /// The words that begin its statements, also those without a string.
  private(set) var keywords: Set<String> = []
  private let tokens: [RubyToken]
  private var scopes: [Scope] = []

  /// What the statements of a block are for.
  private indirect enum Scope {
    case systems(Set<FormulaSystem>)
    /// A block of a method, a test or a resource.
    case foreign
    case unknown(String)
    /// The branches of an `if`, with the systems that are left for `else`.
    case branch(Scope, rest: Scope)
  }

  package init(_ source: SourceText) {
    self.source = source
    tokens = RubyLexer.tokens(of: source, in: source.startOffset..<source.bytes.count)
    isCask = tokens.first { !$0.isEnd }?.isWord("cask") == true
    var start = 0
    while start < tokens.count {
      let end = tokens[start...].firstIndex(where: \.isEnd) ?? tokens.count
      // A list goes on after a comma.
      var last = end
      while last < tokens.count, last > start, tokens[last - 1].isMark(","),
        let next = tokens[(last + 1)...].firstIndex(where: \.isEnd)
      {
        last = next
      }
      if last > start { scan(tokens[start..<last].filter { !$0.isEnd }) }
      start = last + 1
    }
  }

  private var scope: Scope { scopes.last.map { if case .branch(let scope, _) = $0 { scope } else { $0 } } ?? all }

  private var all: Scope { .systems(Set(FormulaSystem.allCases)) }

  private mutating func scan(_ line: [RubyToken]) {
    guard let first = line.first, case .word(let word) = first.kind else { return }
    let isBlock = line.contains { $0.isWord("do") }
    switch word {
    case "end":
      _ = scopes.popLast()
      return
    case "class":
      if case .word(let name)? = line.dropFirst().first?.kind { className = name }
      scopes.append(scope)
    case "if", "unless": scopes.append(branch(word == "if" ? condition(line) : .unknown(text(line)), of: scope))
    case "elsif", "else":
      guard case .branch(_, let rest)? = scopes.popLast() else { return scopes.append(.foreign) }
      scopes.append(word == "else" ? .branch(rest, rest: .foreign) : branch(condition(line), of: rest))
    case "def", "begin", "case", "while", "until", "for", "module": scopes.append(.foreign)
    case _ where isBlock: scopes.append(block(word, line))
    default: add(word, line)
    }
    // `def x = 1` and `if x then y end` are complete.
    if !isBlock || word == "if", line.last?.isWord("end") == true, line.count > 1 { _ = scopes.popLast() }
  }

  private func text(_ line: [RubyToken]) -> String {
    source.string(at: (line.first?.span.lowerBound ?? 0)..<(line.last?.span.upperBound ?? 0))
  }

  private mutating func block(_ word: String, _ line: [RubyToken]) -> Scope {
    if word == "bottle", obstacle == nil, case .systems = scope { obstacle = ("bottle", line[0].span) }
    switch word {
    case "cask", "stable": return scope
    case "on_macos": return narrowed(scope, to: FormulaSystem.allCases.filter(\.isMacOS))
    case "on_linux": return narrowed(scope, to: FormulaSystem.allCases.filter { !$0.isMacOS })
    case "on_arm": return narrowed(scope, to: FormulaSystem.allCases.filter(\.isARM))
    case "on_intel": return narrowed(scope, to: FormulaSystem.allCases.filter { !$0.isARM })
    case _ where word.hasPrefix("on_"):
      if case .systems = scope { return .unknown(text(line.filter { !$0.isWord("do") })) }
      return scope
    default: return .foreign
    }
  }

  private func narrowed(_ scope: Scope, to systems: [FormulaSystem]) -> Scope {
    if case .systems(let known) = scope { .systems(known.intersection(systems)) } else { scope }
  }

  private func branch(_ condition: Scope, of scope: Scope) -> Scope {
    switch (scope, condition) {
    case (.systems(let known), .systems(let chosen)):
      .branch(.systems(known.intersection(chosen)), rest: .systems(known.subtracting(chosen)))
    case (.systems, _): .branch(condition, rest: condition)
    default: .branch(scope, rest: scope)
    }
  }

  /// The systems of `if Hardware::CPU.arm?`, as formulas test them.
  private func condition(_ line: [RubyToken]) -> Scope {
    let words = line.dropFirst().filter { !$0.isWord("then") }
    var systems = Set(FormulaSystem.allCases)
    // goreleaser joins with `and` (internal/pipe/brew/templates).
    for part in words.split(whereSeparator: { $0.isWord("and") || $0.isMark("&&") }) {
      switch part.map({ source.string(at: $0.span) }).joined() {
      case "Hardware::CPU.arm?": systems = systems.filter(\.isARM)
      case "Hardware::CPU.intel?": systems = systems.filter { !$0.isARM }
      case "OS.mac?": systems = systems.filter(\.isMacOS)
      case "OS.linux?": systems = systems.filter { !$0.isMacOS }
      case "Hardware::CPU.is_64_bit?": break
      default: return .unknown("if \(text(words))")
      }
    }
    return .systems(systems)
  }

  private mutating func add(_ word: String, _ line: [RubyToken]) {
    var (systems, condition): (Set<FormulaSystem>, String?) = ([], nil)
    switch scope {
    case .systems(let known): systems = known
    case .unknown(let text): condition = text
    case .foreign, .branch: return
    }
    if word == "url", obstacle == nil, line.contains(where: { $0.kind == .label("tag") }) {
      obstacle = ("tag", line[0].span)
    }
    keywords.insert(word)
    var label: String?
    for (index, token) in line.enumerated().dropFirst() {
      if case .label(let name) = token.kind { label = name }
      guard case .string(let pieces) = token.kind else { continue }
      // Only the first value belongs to the statement itself: `url "…", verified: "…"`.
      guard label != nil || index <= 2, word == "sha256" || label == nil else { continue }
      let isComposed = pieces.contains { if case .code = $0 { true } else { false } }
      statements.append(
        Statement(
          name: word, label: label, value: token.span.lowerBound + 1..<token.span.upperBound - 1,
          isComposed: isComposed, systems: systems, condition: condition))
      if label == nil { return }
    }
  }
}

/// A system that Homebrew runs on.
package enum FormulaSystem: String, CaseIterable, Sendable {
  case macosARM = "macos-arm"
  case macosIntel = "macos-intel"
  case linuxARM = "linux-arm"
  case linuxIntel = "linux-intel"

  var isMacOS: Bool { self == .macosARM || self == .macosIntel }
  var isARM: Bool { self == .macosARM || self == .linuxARM }

  /// The systems of `macos`, `linux-arm`, `any` and so on; nil for an unknown word.
  package static func systems(named name: String) -> Set<FormulaSystem>? {
    switch name {
    case "any": return Set(allCases)
    case "macos": return [.macosARM, .macosIntel]
    case "linux": return [.linuxARM, .linuxIntel]
    default: return FormulaSystem(rawValue: name).map { [$0] }
    }
  }

  /// The words that `systems(named:)` reads.
  package static var names: [String] { ["any", "macos", "linux"] + allCases.map(\.rawValue) }

  /// The name that another spelling such as `linux-x86_64`, `darwin-arm64` or `macos-aarch64` means; nil for an unknown one.
  package static func name(meantBy text: String) -> String? {
    let words = text.lowercased().replacing("x86_64", with: "x86").split { !$0.isLetter && !$0.isNumber }
    guard words.count <= 2, let system = words.first else { return nil }
    let isMacOS: Bool
    switch system {
    case "macos", "mac", "darwin", "osx", "apple": isMacOS = true
    case "linux": isMacOS = false
    default: return nil
    }
    switch words.last {
    case system: return isMacOS ? "macos" : "linux"
    case "arm", "arm64", "aarch64": return (isMacOS ? FormulaSystem.macosARM : linuxARM).rawValue
    case "intel", "x86", "x64", "amd64": return (isMacOS ? FormulaSystem.macosIntel : linuxIntel).rawValue
    default: return nil
    }
  }

  /// The system of a key of `sha256` in a cask.
  init?(label: String) {
    switch label {
    case "arm", "arm64": self = .macosARM
    case "intel", "x86_64": self = .macosIntel
    case "arm64_linux": self = .linuxARM
    case "x86_64_linux": self = .linuxIntel
    default: return nil
    }
  }
}
