/// What a setting is declared to be, which decides how its value is read.
package enum SettingKind: Sendable {
  case boolean, string, path, list
  /// Not declared by the build system. Read as a list.
  case userDefined

  /// The kind of the setting `name`.
  package init(of name: String) {
    self = Self.declared[name[...]] ?? .userDefined
  }

  /// How its values are read.
  package var reading: Expression.Reading {
    switch self {
    case .boolean, .string, .path: .string
    case .list, .userDefined: .list
    }
  }

  /// Whether a reference to it is an empty text when it has no value, and not nothing: operators see the difference.
  var isTextWithoutValue: Bool {
    switch self {
    case .boolean, .string: true
    case .path, .list, .userDefined: false
    }
  }

  /// The declared kinds by name. The first list that has a name counts.
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
  /// Whether the build system takes the text for a yes: by its first character.
  package var isYes: Bool { utf8.first.map { "yYtT123456789".utf8.contains($0) } ?? false }
}
