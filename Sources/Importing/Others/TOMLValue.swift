/// A value of a TOML file, with the bytes that it stands in.
struct TOMLValue {
  indirect enum Content {
    case text(String)
    case list([TOMLValue])
    case table([TOMLEntry])
    /// A number, a date, `true` or `false`, as it is written.
    case word(String)
  }

  var content: Content
  let span: Range<Int>

  var text: String? { if case .text(let text) = content { text } else { nil } }
  var isTrue: Bool { if case .word("true") = content { true } else { false } }
  var elements: [TOMLValue] { if case .list(let elements) = content { elements } else { [] } }
  var entries: [TOMLEntry] { if case .table(let entries) = content { entries } else { [] } }

  /// What stands under `key`.
  subscript(key: String) -> TOMLValue? { entries.first { $0.key == key }?.value }

  /// Puts `value` at the end of `path`, with tables made on the way where they are missing.
  ///
  /// - Parameter appending: Whether it is one more of an array of tables.
  /// - Returns: false where something else is in the way.
  mutating func insert(_ value: TOMLValue, at path: ArraySlice<String>, appending: Bool) -> Bool {
    guard let key = path.first else { return false }
    if case .list(var elements) = content, !elements.isEmpty {
      // A path through an array of tables means its last one. What is changed is held once, so that nothing is copied.
      content = .list([])
      defer { content = .list(elements) }
      return elements[elements.count - 1].insert(value, at: path, appending: appending)
    }
    guard case .table(var entries) = content else { return false }
    content = .list([])
    defer { content = .table(entries) }
    let index = entries.firstIndex { $0.key == key }
    if path.count > 1 {
      let place = index ?? entries.count
      if index == nil { entries.append(TOMLEntry(key: key, value: TOMLValue(content: .table([]), span: value.span))) }
      return entries[place].value.insert(value, at: path.dropFirst(), appending: appending)
    }
    guard let index else {
      let content = appending ? Content.list([value]) : value.content
      entries.append(TOMLEntry(key: key, value: TOMLValue(content: content, span: value.span)))
      return true
    }
    guard appending, case .list(var elements) = entries[index].value.content else { return false }
    entries[index].value.content = .list([])
    elements.append(value)
    entries[index].value.content = .list(elements)
    return true
  }
}

struct TOMLEntry {
  let key: String
  var value: TOMLValue
}
