import BuildSettings

/// A case in which other assignments may win: a list of conditions that some assignment has.
struct Situation: Sendable {
  /// The case in which nothing is known.
  static let unconditional = Situation(parameters: [:], label: "")

  /// Values under which the conditions hold.
  let parameters: [String: String]
  /// The conditions as they are written; empty for the case without any.
  let label: String
}

extension SettingsTable {
  /// One for each list of conditions in the table, in the order of their text.
  private var situations: [Situation] {
    let lists = levels.reduce(into: Set<[Condition]>()) { $0.formUnion($1.conditions) }
    return lists.map(Situation.init).sorted { $0.label < $1.label }
  }

  /// What a value comes to unconditionally, and in every case where other literals make it up.
  ///
  /// - Parameter expand: The value in a case.
  func literals(
    _ expand: (Situation) throws(BuildSettingsError) -> Expansion?
  ) throws(BuildSettingsError) -> [(situation: Situation, value: String, literals: [VersionLiteral])] {
    var found: [(situation: Situation, value: String, literals: [VersionLiteral])] = []
    var known: Set<[VersionLiteral.Identity]> = []
    for situation in [.unconditional] + situations {
      guard let expansion = try expand(situation), let literals = expansion.versionLiterals,
        known.insert(literals.map(\.identity)).inserted
      else { continue }
      found.append((situation, expansion.string, literals))
    }
    return found
  }
}

extension Situation {
  init(_ conditions: [Condition]) {
    label = conditions.map(\.description).joined()
    parameters = Dictionary(conditions.map { ($0.parameter, $0.example) }) { first, _ in first }
  }
}

extension Condition {
  /// A value that the pattern matches: `iphoneos` for `iphoneos*`.
  fileprivate var example: String {
    pattern.replacing("*", with: "").replacing("?", with: "x")
  }
}
