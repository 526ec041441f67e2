import Lanes
import MartletBuildSettings
import MartletCore

/// The values of an environment as lines of a format that has only names and texts. A value in a dictionary has the
/// dictionary's name and `_` before its own.
struct AssignmentList {
  enum Format: String {
    case env, xcconfig
  }

  private(set) var content: [TemplateValue] = []
  private var keys: [String: ConfigurationKey] = [:]
  private let format: Format

  /// - Throws: `EnvironmentError` for a text that a line cannot hold, and for two keys with the same name.
  init(_ values: TypedValue, _ format: Format) throws(EnvironmentError) {
    self.format = format
    try add(values, at: [])
  }

  private mutating func add(_ value: TypedValue, at path: [String]) throws(EnvironmentError) {
    guard case .table(let fields) = value else { return try add(line: value, at: ConfigurationKey(path)) }
    for field in fields {
      if let value = field.value { try add(value, at: path + [field.key]) }
    }
  }

  private mutating func add(line value: TypedValue, at key: ConfigurationKey) throws(EnvironmentError) {
    let name = key.components.map(\.asVariableName).joined(separator: "_")
    let usable = name.utf8.first?.isDigit == true ? "_\(name)" : name
    if let other = keys[usable] {
      throw EnvironmentError([
        .unwritable(key, format: format.rawValue, reason: "`\(other)` has the same name there, `\(usable)`")
      ])
    }
    keys[usable] = key
    let text: String
    switch format {
    case .env: text = value.environmentText
    case .xcconfig:
      do {
        text = try value.settingText.settingLiteral(for: usable).xcconfigSpelling(for: usable)
      } catch {
        throw EnvironmentError([.unwritable(key, format: format.rawValue, reason: error.message)])
      }
    }
    content.append(["name": .text(usable), "value": .text(text)])
  }
}

extension String {
  /// The text as part of a variable's name.
  fileprivate var asVariableName: String {
    String(unicodeScalars.map { $0.isASCII && UInt8($0.value).isIdentifier ? Character($0) : "_" })
  }
}

extension TypedValue {
  /// The text as `.env` files and shells read it: plain, in single quotes, or in double quotes if it contains line ends
  /// or single quotes. A collection is JSON.
  fileprivate var environmentText: String {
    let text = scalarText ?? jsonLine
    guard text.isEmpty || !text.utf8.allSatisfy({ $0.isIdentifier || "./:@%+,-".utf8.contains($0) }) else {
      return text
    }
    guard text.contains(where: { $0 == "'" || $0.isNewline }) else { return "'\(text)'" }
    var quoted = ""
    for character in text.unicodeScalars {
      switch character {
      case "\n": quoted += "\\n"
      case "\"", "\\", "$", "`": quoted += "\\\(character)"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return "\"\(quoted)\""
  }

  /// The value as a build setting: flags as `YES` and `NO`, lists as words.
  fileprivate var settingText: String {
    switch self {
    case .bool(let flag): flag ? "YES" : "NO"
    case .list(let elements): elements.map { ($0.scalarText ?? $0.jsonLine).asSettingWord }.joined(separator: " ")
    case .int, .double, .string, .url, .date, .data, .choice, .secret, .table: scalarText ?? jsonLine
    }
  }
}

extension String {
  /// The text as one word of a list of a build setting.
  fileprivate var asSettingWord: String {
    isEmpty ? "\"\"" : map { " \t\"'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
