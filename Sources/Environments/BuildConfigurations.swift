/// Build configurations with the same fault, and their targets in a project; no targets for a lone `.xcconfig` file.
package struct BuildConfigurations: Hashable, Sendable, CustomStringConvertible {
  package private(set) var names: [String]
  package private(set) var targets: [String]

  package init(_ name: String, target: String? = nil) {
    names = [name]
    targets = target.map { [$0] } ?? []
  }

  mutating func formUnion(_ other: Self) {
    names += other.names.filter { !names.contains($0) }
    targets += other.targets.filter { !targets.contains($0) }
  }

  /// The phrase for messages.
  package var description: String {
    let owner = targets.isEmpty ? "" : " of target\(targets.count == 1 ? "" : "s") \(targets.quotedList)"
    return "the build configuration\(names.count == 1 ? "" : "s") \(names.quotedList)\(owner)"
  }
}

extension [EnvironmentProblem] {
  /// The problems, with those about one setting at one place merged into the first.
  package var mergedByPlace: [EnvironmentProblem] {
    reduce(into: []) { merged, problem in
      for index in merged.indices {
        if let both = merged[index].merged(with: problem) {
          merged[index] = both
          return
        }
      }
      merged.append(problem)
    }
  }
}

extension EnvironmentProblem {
  /// Merges both problems; nil if they are about different things.
  fileprivate func merged(with other: EnvironmentProblem) -> EnvironmentProblem? {
    switch (self, other) {
    case (
      .unknownEnvironmentInSetting(let name, let known, var configurations, let place),
      .unknownEnvironmentInSetting(let otherName, _, let others, let otherPlace)
    ):
      guard name == otherName, place == otherPlace else { return nil }
      configurations.formUnion(others)
      return .unknownEnvironmentInSetting(name, known: known, of: configurations, place)
    case (
      .noSetting(let name, let known, var configurations, let place),
      .noSetting(let otherName, _, let others, let otherPlace)
    ):
      guard name == otherName, place == otherPlace else { return nil }
      configurations.formUnion(others)
      return .noSetting(name, known: known, of: configurations, place)
    default: return nil
    }
  }
}
