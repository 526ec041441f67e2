@testable import MartletCore
@testable import MartletManifests

/// `package`: what a Package.swift says. Behind an `if` everything that was wrong is wrong under a condition, and nothing of
/// a comment is said.
struct PackageTarget: FuzzTarget {
  static let name = "package"

  func check(_ input: Input) throws {
    let package = description(input.bytes)
    for problem in package.problems() {
      try require(problem.span.upperBound <= package.source.bytes.count, "a place behind the end")
      _ = problem.diagnostic(in: package.source).rendered()
    }
    _ = package.contradictions(to: package)
    let conditional = description(Array("if x {\n".utf8) + input.bytes).problems()
    // A `}` of the input's own may close what was opened.
    if !input.bytes.contains(UInt8(ascii: "}")) {
      try require(conditional.allSatisfy(\.isConditional), "something behind an `if` counts without it")
    }
    let line = Array("// ".utf8) + input.bytes.filter { $0 != 10 && $0 != 13 }
    try require(description(line).problems().isEmpty, "a comment says something")
  }

  private func description(_ bytes: [UInt8]) -> PackageDescription {
    PackageDescription(SourceText(path: "Package.swift", bytes: bytes))
  }
}
