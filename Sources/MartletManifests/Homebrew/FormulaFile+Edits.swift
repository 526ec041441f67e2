import MartletCore

/// An archive that Homebrew downloads on some systems.
package struct FormulaArchive: Sendable {
  package let systems: Set<FormulaSystem>
  package let url: String
  package let sha256: String

  package init(for systems: Set<FormulaSystem>, url: String, sha256: String) {
    self.systems = systems
    self.url = url
    self.sha256 = sha256
  }
}

extension FormulaFile {
  /// The edits that make it install `version` from `archives`.
  ///
  /// An address with `#{version}` stays.
  /// - Throws: `Failure` with a place where the file needs another archive or is not as expected.
  package func edits(version: String, archives: [FormulaArchive]) throws(Failure) -> [TextEdit] {
    if let obstacle { throw .unsuitableFormula(obstacle.name, obstacle.span, source) }
    var edits: [TextEdit] = []
    var used: Set<FormulaSystem> = []
    for statement in statements where ["url", "sha256", "version"].contains(statement.name) {
      if let condition = statement.condition {
        throw .unknownCondition(condition, statement.value, source)
      }
      let systems = try systems(of: statement)
      guard !systems.isEmpty else { continue }
      if statement.name != "version" { used.formUnion(systems) }
      guard !statement.isComposed else { continue }
      let value = statement.name == "version" ? version : try value(of: statement, systems, archives)
      let old = source.string(at: statement.value)
      guard old != value else { continue }
      // `version.csv.second` reads the second part of `1.4.2,27`.
      if statement.name == "version", old.contains(",") { throw .severalParts(old, statement.value, source) }
      edits.append(TextEdit(statement.value, expected: old, replacement: value))
    }
    guard !used.isEmpty else { throw .noFormula(source.path) }
    if let archive = archives.first(where: { $0.systems.isDisjoint(with: used) }) {
      throw .unusedArchive(archive.url, archive.systems, source.path)
    }
    return edits
  }

  private func systems(of statement: Statement) throws(Failure) -> Set<FormulaSystem> {
    var systems = statement.systems
    // A cask without Linux is only for macOS.
    if isCask, !isForLinux { systems = systems.filter(\.isMacOS) }
    guard let label = statement.label else { return systems }
    guard let system = FormulaSystem(label: label) else {
      throw .unknownCondition("\(label):", statement.value, source)
    }
    return systems.intersection([system])
  }

  private var isForLinux: Bool {
    statements.contains { statement in
      !statement.systems.contains(where: \.isMacOS) || statement.label?.hasSuffix("_linux") == true
    }
  }

  private func value(
    of statement: Statement, _ systems: Set<FormulaSystem>, _ archives: [FormulaArchive]
  ) throws(Failure) -> String {
    guard let archive = archives.first(where: { systems.isSubset(of: $0.systems) }) else {
      throw .noArchive(statement.name, systems, statement.value, source)
    }
    return statement.name == "url" ? archive.url : archive.sha256
  }
}

extension Set<FormulaSystem> {
  fileprivate var phrase: String {
    FormulaSystem.allCases.filter(contains).map { "`\($0.rawValue)`" }.joined(separator: ", ")
  }
}

extension Failure {
  fileprivate static func severalParts(_ version: String, _ span: Range<Int>, _ source: SourceText) -> Failure {
    Failure([
      Diagnostic(
        "the version `\(version)` has parts besides the release, which the address may need", at: span, of: source,
        hint: "write an address that needs only the version")
    ])
  }

  fileprivate static func unsuitableFormula(_ name: String, _ span: Range<Int>, _ source: SourceText) -> Failure {
    let message =
      name == "bottle"
      ? "`bottle` has the checksums of an older version, expected a formula without it"
      : "`url` names a tag of git, expected the address of an archive"
    return Failure([Diagnostic(message, at: span, of: source)])
  }

  fileprivate static func unknownCondition(_ text: String, _ span: Range<Int>, _ source: SourceText) -> Failure {
    Failure([
      Diagnostic(
        "`\(text)` is not a known system, expected `on_macos`, `on_linux`, `on_arm`, `on_intel`, or a test of `Hardware::CPU` or `OS`",
        at: span, of: source)
    ])
  }

  fileprivate static func noArchive(
    _ name: String, _ systems: Set<FormulaSystem>, _ span: Range<Int>, _ source: SourceText
  ) -> Failure {
    Failure([
      Diagnostic(
        "no archive for this `\(name)`, which is for \(systems.phrase)", at: span, of: source,
        hint: "add it to `archives`")
    ])
  }

  fileprivate static func unusedArchive(_ url: String, _ systems: Set<FormulaSystem>, _ path: RelativePath) -> Failure {
    Failure("`\(path)` has no `url` for \(systems.phrase), expected one for `\(url)`")
  }

  fileprivate static func noFormula(_ path: RelativePath) -> Failure {
    Failure("`\(path)` has neither `url` nor `sha256`, expected a formula or a cask of Homebrew")
  }
}
