import MartletBuildSettings
import MartletCore

/// The environment of a build configuration according to its build settings.
package struct EnvironmentSetting: Sendable {
  /// The name of an environment; empty if none is set.
  package let value: String
  /// The place of the name; nil if no file contains it.
  package let place: Place?

  private init(_ expansion: Expansion?) {
    value = expansion?.string ?? ""
    place = expansion?.fragments.lazy.compactMap(\.place).first
  }

  /// Returns the value of the setting `name`, then the values of its lines under conditions on the SDK, the
  /// architecture or the variant, which other builds may satisfy.
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
  /// The place of the first byte; nil for text that no file contains literally.
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
