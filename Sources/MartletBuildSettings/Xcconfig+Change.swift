import MartletCore

extension Xcconfig {
  /// Returns the file with `change` made; all bytes outside the value stay. The text stays the same when the file, or a
  /// file that it includes, already has this value. Included files never change.
  ///
  /// The winning assignment gets the new value. If an inclusion or an assignment under other conditions wins, or none,
  /// a line is inserted: after what it has to override, and before assignments of the same setting under further
  /// conditions, which remain exceptions.
  /// - Throws: `BuildSettingsError` for a value that cannot be written or expanded.
  package func changed(by change: SettingChange, in files: some FileReading) throws -> SourceText {
    try source.applying(XcconfigChange(change, of: self, in: files).edits())
  }
}

/// A change of one file.
private struct XcconfigChange {
  /// An assignment of the setting, and the statement that contains it: itself or an inclusion.
  private struct Entry {
    let statement: Int
    let assignment: Assignment
  }

  private let change: SettingChange
  private let file: Xcconfig
  /// All assignments of the file and its inclusions.
  private var assignments: [Assignment] = []
  /// Those of the setting.
  private var entries: [Entry] = []

  init(_ change: SettingChange, of file: Xcconfig, in files: some FileReading) {
    self.change = change
    self.file = file
    var loader = XcconfigLoader()
    for (statement, content) in file.statements.enumerated() {
      switch content {
      case .assignment(let assignment): add([assignment], at: statement)
      case .inclusion(let inclusion): add(loader.load(inclusion, of: file, in: files).assignments, at: statement)
      case .problem: break
      }
    }
  }

  private mutating func add(_ added: [Assignment], at statement: Int) {
    assignments += added
    entries += added.filter { $0.name == change.name }.map { Entry(statement: statement, assignment: $0) }
  }

  func edits() throws(BuildSettingsError) -> [TextEdit] {
    switch change.content {
    case .value(let text):
      let value = try text.xcconfigSpelling(for: change.name)
      guard let counting else { return [insertion(of: value)] }
      guard !counting.assignment.value.bytes.elementsEqual(value.utf8) else { return [] }
      return isOwn(counting) ? replacement(of: counting.assignment, by: value) : [insertion(of: value)]
    case .words(let text):
      let words = try text.xcconfigSpelling(for: change.name)
      guard let counting else { return [insertion(of: "$(inherited) " + words)] }
      guard try !hasWords(text, counting.assignment) else { return [] }
      return isOwn(counting)
        ? [try addition(of: words, to: counting.assignment.value)] : [insertion(of: "$(inherited) " + words)]
    }
  }

  // MARK: - What counts

  /// The assignment that wins wherever the change's conditions hold, considering this file alone.
  private var counting: Entry? { entries.last { $0.assignment.conditions.followFrom(change.conditions) } }

  /// Whether the assignment is in this file and has exactly the change's conditions, so that its value may change.
  private func isOwn(_ entry: Entry) -> Bool {
    guard case .assignment = file.statements[entry.statement] else { return false }
    return entry.assignment.conditions.restricting == change.conditions.restricting
  }

  /// Whether the setting already has the words, including inherited and referenced values.
  private func hasWords(_ text: String, _ assignment: Assignment) throws(BuildSettingsError) -> Bool {
    let words = WordList(of: text.withoutEmptyReferences)
    if WordList(of: assignment.value.string.withoutEmptyReferences).contains(words) { return true }
    // All unknown references expand to the same empty text.
    guard !text.contains("$") else { return false }
    let scope = SettingsScope(SettingsTable([SettingsLevel("", assignments)]), for: change.conditions.values)
    return WordList(of: try scope.string(of: change.name)).contains(words)
  }

  // MARK: - Edits of a value

  private func replacement(of assignment: Assignment, by text: String) -> [TextEdit] {
    let value = assignment.value
    let lines = value.runs.map { $0.offset..<$0.offset + $0.range.count }
    let bytes = file.source.bytes[value.span]
    guard let last = lines.last, lines.count > 1, bytes.firstIndex(of: "//", from: bytes.startIndex) != nil else {
      return [edit(value.span.lowerBound..<(assignment.cutWord(in: file.source) ?? value.span).upperBound, text)]
    }
    // The comments between the lines of the value stay: the last line gets the whole value, and a lone `\` adds
    // nothing.
    return lines.dropLast().map { edit($0, "") } + [edit(last, text)]
  }

  private func addition(of words: String, to value: LocatedText) throws(BuildSettingsError) -> TextEdit {
    guard !value.bytes.isEmpty else { return edit(value.span, words) }
    guard WordList.canAppend(to: value.string) else {
      throw .openValue(change.name, file.source.place(at: value.span.lowerBound))
    }
    return edit(value.span.upperBound..<value.span.upperBound, " " + words)
  }

  /// Replaces `span` by `text`, with blanks where it would merge with its neighbours.
  private func edit(_ span: Range<Int>, _ text: String) -> TextEdit {
    let bytes = file.source.bytes
    var text = text
    if !text.isEmpty, bytes.has("//", at: span.upperBound), span.isEmpty || text.hasSuffix("/") { text += " " }
    if span.isEmpty, !text.hasPrefix(" "), bytes.has(" =", at: span.lowerBound - 2) { text = " " + text }
    return TextEdit(span, expected: file.source.string(at: span), replacement: text)
  }

  // MARK: - New lines

  private func insertion(of value: String) -> TextEdit {
    let line = change.key + (value.isEmpty ? " =" : " = \(value)")
    let after = counting?.statement ?? -1
    let exception = entries.first {
      $0.statement > after && $0.assignment.conditions.canHoldWith(change.conditions)
    }
    if let exception { return insertion(of: line, at: file.lines[exception.statement].lowerBound) }
    let anchor = entries.last?.statement ?? file.lastAssignment ?? file.lastInclusion
    return insertion(of: line, at: anchor.map { file.lines[$0].upperBound } ?? file.source.bytes.count)
  }

  private func insertion(of line: String, at offset: Int) -> TextEdit {
    let end = file.source.lineEnd
    // A position within the file is always the beginning of a line.
    var text = offset < file.source.bytes.count || file.source.isAtLineStart ? line + end : end + line
    if offset == file.source.bytes.count, file.isOpenAtEnd { text = end + text }
    return TextEdit(offset..<offset, expected: "", replacement: text)
  }
}

extension Xcconfig {
  fileprivate var lastAssignment: Int? {
    statements.lastIndex { if case .assignment = $0 { true } else { false } }
  }

  fileprivate var lastInclusion: Int? {
    statements.lastIndex { if case .inclusion = $0 { true } else { false } }
  }

  /// Whether the last value would include a line appended after it: the file ends in `\`.
  fileprivate var isOpenAtEnd: Bool {
    guard case .assignment(let assignment) = statements.last, lines.last?.upperBound == source.bytes.count else {
      return false
    }
    let rest = source.bytes[assignment.value.span.upperBound...]
    return rest[..<(rest.firstIndex(of: "//", from: rest.startIndex) ?? rest.endIndex)].contains(UInt8(ascii: "\\"))
  }
}

extension SourceText {
  /// The line end of the first line; LF if there is only one line.
  fileprivate var lineEnd: String {
    guard let end = bytes.firstIndex(where: \.isLineEnd) else { return "\n" }
    return bytes.has("\r\n", at: end) ? "\r\n" : string(at: end..<end + 1)
  }

  /// Whether text appended at the end begins a line.
  fileprivate var isAtLineStart: Bool {
    guard let last = bytes.last else { return true }
    return last.isLineEnd || bytes.has("\u{2028}", at: bytes.count - 3) || bytes.has("\u{2029}", at: bytes.count - 3)
  }
}
