import BuildSettings
import TextEditing

/// What build settings say the environment of a build configuration is.
package struct EnvironmentSetting: Sendable {
  /// The name of an environment; empty where nothing says one.
  package let value: String
  /// Where the name is written; nil where no file has it.
  package let place: Place?

  private init(_ expansion: Expansion?) {
    value = expansion?.string ?? ""
    place = expansion?.fragments.lazy.compactMap(\.place).first
  }

  /// Returns the value of the setting `name`, then those of its lines whose conditions on the SDK, the architecture or
  /// the variant another build may meet.
  ///
  /// - Throws: `BuildSettingsError.tooLarge`.
  package static func values(of name: String, in scope: SettingsScope) throws(BuildSettingsError) -> [Self] {
    var values = [Self(try scope.expansion(of: name))]
    for (position, assignment) in scope.table.assignments(of: name) {
      let (known, open) = assignment.conditions.partitioned { ["config", "target"].contains($0.parameter) }
      guard !open.isEmpty, known.allSatisfy({ $0.holds(for: scope.parameters) }) else { continue }
      values.append(Self(try scope.expansion(of: assignment, at: position)))
    }
    return values
  }
}

extension Expansion.Fragment {
  /// Where its first byte is written; nil for text that stands nowhere as it is.
  fileprivate var place: Place? {
    guard !bytes.isEmpty, let source = origin?.source, let span = origin?.span(of: range) else { return nil }
    return source.place(at: span.lowerBound)
  }
}

extension [Condition] {
  fileprivate func partitioned(by isFirst: (Condition) -> Bool) -> (first: [Condition], second: [Condition]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
