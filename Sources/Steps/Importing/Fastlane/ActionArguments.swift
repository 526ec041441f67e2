/// The arguments of an action, of which a row of the table takes all that it knows.
struct ActionArguments {
  /// The variable that gets the result of the call.
  let variable: String?
  private var rest: [(name: String?, value: RubyValue?)]

  init(_ arguments: [(name: String?, value: RubyValue?)], assignedTo variable: String?) {
    (self.variable, rest) = (variable, arguments)
  }

  /// Takes the value of `name`, or the first one without a name; nil if it is left out. A value that only Ruby knows stays, so that
  /// `end` fails.
  mutating func take(_ name: String?) -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == name && $0.value != nil }) else { return nil }
    return rest.remove(at: index).value
  }

  mutating func text(_ name: String?) throws -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.text else { throw NoStep() }
    return text
  }

  mutating func flag(_ name: String, _ other: Bool = false) throws -> Bool {
    guard let value = take(name) else { return other }
    guard case .flag(let flag) = value else { throw NoStep() }
    return flag
  }

  /// A list, or a text with commas, which fastlane splits for options of the type `Array`.
  mutating func texts(_ name: String) throws -> [String]? {
    guard let value = take(name) else { return nil }
    if case .list(let texts) = value { return texts }
    guard let text = value.text else { throw NoStep() }
    return text.split(separator: ",").map(String.init)
  }

  /// Removes options of any value that do not change what a step does.
  mutating func ignore(_ names: String...) {
    rest.removeAll { argument in argument.name.map(names.contains) == true }
  }

  /// Removes options that are off.
  mutating func off(_ names: String...) throws {
    for name in names where try flag(name) { throw NoStep() }
  }

  /// Checks that nothing is left.
  func end() throws {
    guard rest.isEmpty else { throw NoStep() }
  }
}
