import MartletBuildSettings

/// A case in which other assignments may win: the list of conditions of an assignment.
struct ConditionCase: Sendable {
  /// The case without conditions.
  static let unconditional = ConditionCase(parameters: [:], label: "")

  /// Values under which the conditions hold.
  let parameters: [String: String]
  /// The conditions as written; empty for the case without conditions.
  let label: String
}

extension SettingsTable {
  /// One case for each list of conditions in the table, in the order of their text.
  var cases: [ConditionCase] {
    let lists = levels.reduce(into: Set<[Condition]>()) { $0.formUnion($1.conditions) }
    return lists.map(ConditionCase.init).sorted { $0.label < $1.label }
  }

  /// Returns the value without conditions, and in every case with other literals.
  ///
  /// - Parameter expand: Returns the value in a case.
  func literals(
    _ expand: (ConditionCase) throws(BuildSettingsError) -> Expansion?
  ) throws(BuildSettingsError) -> [(conditionCase: ConditionCase, value: String, literals: [VersionLiteral])] {
    var found: [(conditionCase: ConditionCase, value: String, literals: [VersionLiteral])] = []
    var known: Set<[VersionLiteral.Identity]> = []
    for conditionCase in [.unconditional] + cases {
      guard let expansion = try expand(conditionCase), let literals = expansion.versionLiterals,
        known.insert(literals.map(\.identity)).inserted
      else { continue }
      found.append((conditionCase, expansion.string, literals))
    }
    return found
  }
}

extension ConditionCase {
  init(_ conditions: [Condition]) {
    label = conditions.map(\.description).joined()
    parameters = Dictionary(conditions.map { ($0.parameter, $0.example) }) { first, _ in first }
  }
}

extension Condition {
  /// A value that matches the pattern: `iphoneos` for `iphoneos*`.
  fileprivate var example: String {
    pattern.replacing("*", with: "").replacing("?", with: "x")
  }
}
