import MartletCore

/// A requested change of a build setting.
package struct SettingChange: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The whole value: build-setting text, in which `$(inherited)` and other references work.
    case value(String)
    /// Words that the value must contain in this order; the rest of it stays.
    case words(String)
  }

  package let name: String
  package let conditions: [Condition]
  package let content: Content

  /// - Parameter key: `NAME`, or `NAME[sdk=iphoneos*]`.
  /// - Throws: `BuildSettingsError.unusableKey`, and `.nothingToAppend` when `words` contains no word.
  package init(_ key: String, _ content: Content) throws(BuildSettingsError) {
    guard let parsed = Assignment.parsed(key) else { throw .unusableKey(key) }
    name = parsed.name
    conditions = parsed.conditions
    if case .words(let text) = content {
      self.content = .words(text.trimmingBlanks())
      guard !WordList(of: text).words.isEmpty else { throw .nothingToAppend(key) }
    } else {
      self.content = content
    }
    guard self.key == key else { throw .unusableKey(key) }
  }

  /// Returns the change limited to the build configuration `configuration`.
  ///
  /// - Throws: `BuildSettingsError.unusableKey` for a name that cannot be in a condition.
  package func inConfiguration(_ configuration: String) throws(BuildSettingsError) -> SettingChange {
    try SettingChange(key + Condition("config", configuration).description, content)
  }

  /// The name with its conditions, as written in a file.
  package var key: String { name + conditions.map(\.description).joined() }
}

extension String {
  fileprivate func trimmingBlanks() -> String {
    var text = self[...]
    while let first = text.utf8.first, first.isBlank { text.removeFirst() }
    while let last = text.utf8.last, last.isBlank { text.removeLast() }
    return String(text)
  }
}
