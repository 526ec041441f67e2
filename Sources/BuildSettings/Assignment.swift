import TextEditing

/// A value given to a setting, perhaps under conditions.
package struct Assignment: Sendable {
  package let name: String
  /// All must hold; empty when the assignment always counts.
  package let conditions: [Condition]
  package let value: LocatedText
  /// The name with its conditions in the file; empty for an assignment that is written nowhere.
  package let nameSpan: Range<Int>

  package init(_ name: String, conditions: [Condition] = [], value: LocatedText, nameSpan: Range<Int> = 0..<0) {
    self.name = name
    self.conditions = conditions
    self.value = value
    self.nameSpan = nameSpan
  }

  /// An assignment that the build system makes by itself.
  package init(_ name: String, madeUp value: String) {
    self.init(name, value: LocatedText(value))
  }

  /// The assignment of `value` to what `key` of a project's dictionary names: `NAME` or `NAME[sdk=iphoneos*]`. A key that
  /// is neither is the name as it is.
  package init(key: String, value: LocatedText, nameSpan: Range<Int> = 0..<0) {
    let parsed = Self.parsed(key)
    self.init(parsed?.name ?? key, conditions: parsed?.conditions ?? [], value: value, nameSpan: nameSpan)
  }

  /// The name and the conditions that `key` spells; nil when it does not.
  static func parsed(_ key: String) -> (name: String, conditions: [Condition])? {
    guard let path = RelativePath("key") else { return nil }
    let statements = Xcconfig(SourceText(path: path, text: key + "=")).statements
    guard statements.count == 1, case .assignment(let parsed) = statements[0] else { return nil }
    return (parsed.name, parsed.conditions)
  }
}
