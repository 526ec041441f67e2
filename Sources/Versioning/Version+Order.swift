import TextEditing

extension Version {
  /// Which of two versions comes first: Semantic Versioning 2.0, section 11. Missing components count as 0, so `1.2`
  /// and `1.2.0` come at the same place though they are not equal; metadata is not looked at.
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

  /// Whether neither comes before the other.
  package func hasSamePrecedence(as other: Version) -> Bool {
    !precedes(other) && !other.precedes(self)
  }

  /// Numbers go before words and by value, of any length; words go by their ASCII codes.
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
