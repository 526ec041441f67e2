import MartletCore

/// Comparisons of conditions with other conditions.
extension [Condition] {
  /// Whether all of these hold wherever all of `others` do.
  func followFrom(_ others: [Condition]) -> Bool {
    allSatisfy { condition in
      condition.pattern == "*"
        || others.contains { other in
          other.parameter == condition.parameter
            && (other.pattern == condition.pattern || other.value.map(condition.pattern.isPattern(of:)) == true)
        }
    }
  }

  /// Whether there can be a build in which all of these and all of `others` hold.
  func canHoldWith(_ others: [Condition]) -> Bool {
    allSatisfy { condition in
      others.allSatisfy { other in
        guard other.parameter == condition.parameter else { return true }
        if let value = other.value { return condition.pattern.isPattern(of: value) }
        return condition.value.map(other.pattern.isPattern(of:)) ?? true
      }
    }
  }

  /// Those that do not hold in every build anyway.
  var restricting: Set<Condition> { Set(filter { $0.pattern != "*" }) }

  /// The values under which all hold, for the names that have one.
  var values: [String: String] {
    Dictionary(compactMap { condition in condition.value.map { (condition.parameter, $0) } }) { first, _ in first }
  }
}

extension Condition {
  /// The only matching value; nil if the pattern has a wildcard.
  fileprivate var value: String? { pattern.contains("*") || pattern.contains("?") ? nil : pattern }
}

extension String {
  fileprivate func isPattern(of value: String) -> Bool { value.matches(wildcards: self) }
}
