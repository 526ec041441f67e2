@testable import MartletCore
@testable import MartletManifests
@testable import TestSupport

/// `formula`: formulas and casks of Homebrew. What a release writes is read back, and a second time there is nothing to write.
struct FormulaTarget: FuzzTarget {
  static let name = "formula"

  private static let version = "987.65.4"

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: "Formula/tool.rb"),
      let source = files.source(at: "Formula/tool.rb")
    else { return }
    let formula = FormulaFile(source)
    if let problem = formula.classProblem { try Explanation.check(problem, about: files) }
    _ = formula.styleProblems
    for lists in [["any"], ["macos", "linux"], ["macos"], ["macos-arm", "macos-intel", "linux-arm", "linux-intel"]] {
      try check(formula, with: lists, files)
    }
  }

  private func check(_ formula: FormulaFile, with names: [String], _ files: InputFiles) throws {
    let archives = names.enumerated().map { index, name in
      FormulaArchive(
        for: FormulaSystem.systems(named: name) ?? [], url: "https://archives.example/\(index).tar.gz",
        sha256: String(repeating: "\(index)", count: 64))
    }
    let after: FormulaFile
    do {
      after = FormulaFile(
        try formula.source.applying(formula.edits(version: Self.version, archives: archives)))
    } catch let error as any ExplainedError {
      return try Explanation.check(error, about: files)
    }
    try require(
      after.statements.map(\.name) == formula.statements.map(\.name),
      "\(formula.statements.map(\.name)) became \(after.statements.map(\.name))")
    let again = try after.edits(version: Self.version, archives: archives)
    try require(again.isEmpty, "a second release edits \(again)")
  }
}
