import Lanes
import MartletCore

/// The values of an environment as lines of a format that has only names and texts. A value in a dictionary has the
/// dictionary's name and `_` before its own.
struct AssignmentList {
  private(set) var content: [TemplateValue] = []
  private var keys: [String: ConfigurationKey] = [:]
  private let format: OutputDeclaration.Format
  /// Returns the text of the value of a name.
  private let text: (TypedValue, String) throws(Unwritable) -> String

  /// Why a line of the format cannot hold a text.
  struct Unwritable: Error {
    let reason: String
  }

  /// - Throws: `EnvironmentError` for a text that a line cannot hold, and for two keys with the same name.
  init(
    _ values: TypedValue, _ format: OutputDeclaration.Format,
    text: @escaping (TypedValue, String) throws(Unwritable) -> String
  ) throws(EnvironmentError) {
    self.format = format
    self.text = text
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
    do {
      content.append(["name": .text(usable), "value": .text(try text(value, usable))])
    } catch {
      throw EnvironmentError([.unwritable(key, format: format.rawValue, reason: error.reason)])
    }
  }
}

extension String {
  /// The text as part of a variable's name.
  fileprivate var asVariableName: String {
    String(unicodeScalars.map { $0.isASCII && UInt8($0.value).isIdentifier ? Character($0) : "_" })
  }
}
