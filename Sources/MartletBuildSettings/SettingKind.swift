/// The declared kind of a setting, which decides how its value is parsed.
package enum SettingKind: Sendable {
  case boolean, string, path, list
  /// Not declared by the build system. Parsed as a list.
  case userDefined

  /// Looks up the kind of the setting `name`.
  package init(of name: String) {
    self = Self.declared[name[...]] ?? .userDefined
  }

  /// How its values are parsed.
  package var reading: Expression.Reading {
    switch self {
    case .boolean, .string, .path: .string
    case .list, .userDefined: .list
    }
  }

  /// Whether a reference to it without a value is an empty text instead of undefined: operators treat the two
  /// differently.
  var isTextWithoutValue: Bool {
    switch self {
    case .boolean, .string: true
    case .path, .list, .userDefined: false
    }
  }

  /// The declared kinds by name. If several lists contain a name, the first applies.
  private static let declared: [Substring: SettingKind] = {
    let lists: [(names: String, kind: SettingKind)] = [
      (SettingNames.booleans, .boolean), (SettingNames.strings, .string), (SettingNames.paths, .path),
      (SettingNames.lists, .list),
    ]
    let kinds = lists.flatMap { list in
      list.names.utf8.split { $0 <= .space }.map { (Substring($0), list.kind) }
    }
    return Dictionary(kinds) { first, _ in first }
  }()
}

extension String {
  /// Whether the build system reads the text as true: by its first character.
  package var isTrueSetting: Bool { utf8.first.map { "yYtT123456789".utf8.contains($0) } ?? false }
}
