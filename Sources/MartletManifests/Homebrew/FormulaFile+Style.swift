import MartletCore

extension FormulaFile {
  /// The name that Homebrew expects for the class of the formula `name`: `CoolTool` for `cool-tool`.
  ///
  /// Source: `Formulary.class_s` of Homebrew.
  static func className(for name: String) -> String {
    var result = ""
    var isStart = true
    for (index, character) in name.enumerated() {
      switch character {
      case "-", "_", ".", " ": isStart = true
      case "+": result += "x"
      case "@" where index > 0: result += "AT"
      default:
        result += isStart ? character.uppercased() : String(character)
        isStart = false
      }
    }
    return result
  }

  /// Why Homebrew cannot load the formula; nil if it can, as far as its class shows.
  package var classProblem: Failure? {
    let name = source.path.lastComponent.replacing(".rb", with: "")
    let expected = Self.className(for: name)
    return isCask || className == expected ? nil : .otherClass(className, expected, source.path)
  }

  /// What `brew audit` and `brew style` would report of a formula, by some of their rules.
  ///
  /// Source: `rubocops/formula_desc.rb` and `rubocops/components_order.rb` of Homebrew.
  package var styleProblems: [String] {
    guard !isCask else { return [] }
    let name = source.path.lastComponent.replacing(".rb", with: "")
    var problems: [String] = []
    for required in ["desc", "homepage", "license"] where !keywords.contains(required) {
      problems.append("there is no `\(required)`")
    }
    if let statement = statements.first(where: { $0.name == "desc" }) {
      problems += Self.problems(ofDescription: source.string(at: statement.value), name: name)
    }
    let order = ["desc", "homepage", "url", "version", "sha256", "license"]
    let top = statements.filter { $0.systems.count == FormulaSystem.allCases.count && order.contains($0.name) }
    for (first, second) in zip(top, top.dropFirst()) {
      guard let index = order.firstIndex(of: first.name), let other = order.firstIndex(of: second.name), other < index
      else { continue }
      problems.append("`\(second.name)` is after `\(first.name)`, expected before it")
    }
    return problems
  }

  private static func problems(ofDescription text: String, name: String) -> [String] {
    var problems: [String] = []
    let first = text.split(separator: " ").first.map { $0.lowercased() } ?? ""
    if text.count > 80 { problems.append("`desc` has \(text.count) characters, expected at most 80") }
    if ["a", "an", "the"].contains(first) { problems.append("`desc` begins with an article") }
    if first == name.lowercased() { problems.append("`desc` begins with the name of the formula") }
    if text.hasSuffix(".") { problems.append("`desc` ends with a full stop") }
    if text.first?.isLowercase == true { problems.append("`desc` begins with a lower-case letter") }
    return problems
  }
}

extension Failure {
  fileprivate static func otherClass(_ name: String?, _ expected: String, _ path: RelativePath) -> Failure {
    Failure(
      name.map { "the class in `\(path)` is `\($0)`, expected `\(expected)`" }
        ?? "`\(path)` has no class, expected `class \(expected) < Formula`")
  }
}
