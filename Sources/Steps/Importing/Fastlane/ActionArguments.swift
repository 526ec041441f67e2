/// The arguments of an action, of which a row of the table takes all that it knows.
struct ActionArguments {
  private var rest: [(name: String?, value: RubyValue?)]

  init(_ arguments: [(name: String?, value: RubyValue?)]) {
    rest = arguments
  }

  /// The values by name; nil if one has no name, or only Ruby knows one.
  var all: [(name: String, value: RubyValue)]? {
    let known = rest.compactMap { argument in argument.name.flatMap { name in argument.value.map { (name, $0) } } }
    return known.count == rest.count ? known : nil
  }

  /// Takes the value of `name`; nil if it is left out. A value that only Ruby knows stays, so that `end` fails.
  mutating func take(_ name: String) -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == name && $0.value != nil }) else { return nil }
    return rest.remove(at: index).value
  }

  /// Takes the first argument without a name.
  mutating func first() -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == nil }), let value = rest[index].value else { return nil }
    rest.remove(at: index)
    return value
  }

  mutating func text(_ name: String) throws -> String? {
    guard let value = take(name), value != .nothing else { return nil }
    guard let text = value.text else { throw NoStep() }
    return text
  }

  mutating func flag(_ name: String, _ other: Bool = false) throws -> Bool {
    switch take(name) {
    case nil, .nothing: return other
    case .flag(let flag): return flag
    default: throw NoStep()
    }
  }

  /// A list, or a text with commas, which fastlane splits for options of the type `Array`.
  mutating func texts(_ name: String) throws -> [String]? {
    switch take(name) {
    case nil, .nothing: return nil
    case .list(let texts): return texts
    case .text(let text): return text.split(separator: ",").map(String.init)
    default: throw NoStep()
    }
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
