/// Something that takes any bytes, and what has to hold whatever they are.
protocol FuzzTarget: Sendable {
  /// The word that chooses it.
  static var name: String { get }

  /// How many bytes an input has at most: more of them would be tried less often.
  static var greatestLength: Int { get }

  /// - Throws: what does not hold, or an error that nothing may throw here.
  func check(_ input: Input) throws
}

extension FuzzTarget {
  static var greatestLength: Int { 4096 }
}

/// All targets.
enum TargetCatalogue {
  static let all: [any FuzzTarget] = [
    VersionTarget(), ReleasefileTarget(), XcconfigTarget(), XcodeprojTarget(), PlistTarget(), PodspecTarget(),
    SwiftTarget(), JSONTarget(), YAMLTarget(), TOMLTarget(), LinesTarget(), FastfileTarget(), TextTarget(),
    DocumentsTarget(), DiffTarget(), RedactionTarget(), AttributesTarget(), PathspecTarget(), TreeTarget(),
    CommitTarget(), ChangelogTarget(), PackageTarget(), MustacheTarget(),
    BinaryTargetTarget(), FormulaTarget(), AppTarget(),
  ]

  /// The target that the command line names with `--target=`.
  static let chosen = CommandLine.arguments.lazy.compactMap { argument in
    all.first { "--target=\(type(of: $0).name)" == argument }
  }.first
}

/// Something that was to hold and does not.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// - Throws: `problem` when `condition` does not hold.
func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
  if !condition { throw Violation(problem()) }
}
