import MartletCore

/// A value given to a setting, perhaps under conditions.
package struct Assignment: Sendable {
  package let name: String
  /// The conditions that must all hold; empty when the assignment always applies.
  package let conditions: [Condition]
  package let value: LocatedText
  /// The range of the name with its conditions; empty for an assignment that is in no file.
  package let nameSpan: Range<Int>

  package init(_ name: String, conditions: [Condition] = [], value: LocatedText, nameSpan: Range<Int> = 0..<0) {
    self.name = name
    self.conditions = conditions
    self.value = value
    self.nameSpan = nameSpan
  }

  /// Creates an assignment that the build system makes by itself.
  package init(_ name: String, builtIn value: String) {
    self.init(name, value: LocatedText(value))
  }

  /// Creates the assignment of `value` to a key of a project's dictionary: `NAME` or `NAME[sdk=iphoneos*]`. Any other
  /// key is used as the name unchanged.
  package init(key: String, value: LocatedText, nameSpan: Range<Int> = 0..<0) {
    let parsed = Self.parsed(key)
    self.init(parsed?.name ?? key, conditions: parsed?.conditions ?? [], value: value, nameSpan: nameSpan)
  }

  /// Parses `key` into a name and conditions; nil when it is neither form.
  static func parsed(_ key: String) -> (name: String, conditions: [Condition])? {
    guard let path = RelativePath("key") else { return nil }
    let statements = Xcconfig(SourceText(path: path, text: key + "=")).statements
    guard statements.count == 1, case .assignment(let parsed) = statements[0] else { return nil }
    return (parsed.name, parsed.conditions)
  }
}
