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

  /// The assignment of `value` to what `key` names: `NAME` or `NAME[sdk=iphoneos*]`, as in a project's dictionaries.
  ///
  /// - Returns: nil when the key is neither.
  package init?(key: String, value: LocatedText, nameSpan: Range<Int> = 0..<0) {
    guard let path = RelativePath("key") else { return nil }
    let statements = Xcconfig(SourceText(path: path, text: key + "=")).statements
    guard statements.count == 1, case .assignment(let parsed) = statements[0] else { return nil }
    self.init(parsed.name, conditions: parsed.conditions, value: value, nameSpan: nameSpan)
  }
}
