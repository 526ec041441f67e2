extension Version {
  /// Whether it precedes `other`: Semantic Versioning 2.0, section 11. Missing components count as 0, so `1.2` and
  /// `1.2.0` have the same precedence though they are not equal; metadata is ignored.
  package func precedes(_ other: Version) -> Bool {
    for index in 0..<4 where component(index) != other.component(index) {
      return component(index) < other.component(index)
    }
    guard isPrerelease, other.isPrerelease else { return isPrerelease && !other.isPrerelease }
    for (left, right) in zip(prerelease, other.prerelease) where left != right {
      return Self.identifier(left, precedes: right)
    }
    return prerelease.count < other.prerelease.count
  }

  /// Whether neither precedes the other.
  package func hasSamePrecedence(as other: Version) -> Bool {
    !precedes(other) && !other.precedes(self)
  }

  /// Whether it comes before `other` in a list: by precedence, then by the number of components, then by text. Unlike `precedes`,
  /// it puts all different versions in order, so that a result does not depend on the order in which they are found.
  package func sortsBefore(_ other: Version) -> Bool {
    if precedes(other) { return true }
    if other.precedes(self) { return false }
    let counts = (components.count, other.components.count)
    return counts.0 == counts.1 ? description.precedesInBytes(other.description) : counts.0 < counts.1
  }

  /// Compares identifiers: numbers precede words and are compared by value, at any length; words are compared as ASCII.
  private static func identifier(_ left: String, precedes right: String) -> Bool {
    switch (left.isNumber, right.isNumber) {
    case (true, true):
      left.utf8.count == right.utf8.count
        ? left.precedesInBytes(right) : left.utf8.count < right.utf8.count
    case (true, false): true
    case (false, true): false
    case (false, false): left.precedesInBytes(right)
    }
  }
}

extension Sequence<Version> {
  /// The highest version; of several with the same precedence, the one with the most components.
  package var highest: Version? { self.max { $0.sortsBefore($1) } }
}
