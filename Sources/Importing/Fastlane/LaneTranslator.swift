import TextEditing

/// Turns the statements of one lane of a Fastfile into the steps of a lane here.
struct LaneTranslator {
  /// What a local variable stands for.
  enum Binding: Equatable {
    /// A text with `${name}` in it.
    case template(String)
    /// The answer of `UI.confirm`, not asked yet.
    case question(String)
    /// The new version that was asked for: `prompt_version` has seen to it.
    case answeredVersion
  }

  let file: Fastfile
  /// The lane; nil for what is done around lanes.
  let lane: FastfileOutline.Lane?
  var bindings: [String: Binding]
  /// The options that are read, with their defaults.
  var parameters: [(option: String, defaultText: String?)] = []
  var notes: [ImportNote] = []
  /// What has raised the version so far.
  var raisedBy: Set<String> = []
  /// Conditions that all steps to come depend on.
  var conditions: [String] = []
  var confirmationDepth = 0
  /// The statement that is being translated.
  private var span = 0..<0
  /// The names of the tags that are made, as templates.
  var madeTags: [String] = []

  init(_ file: Fastfile, lane: FastfileOutline.Lane?, bindings: [String: Binding]) {
    self.file = file
    self.lane = lane
    self.bindings = bindings
    if let loop = lane?.loop { self.bindings[loop.variable] = .template("${\(loop.variable)}") }
    for option in lane.flatMap({ file.calls.options[$0.name] }) ?? [] { declare(option, default: nil) }
  }

  /// What the options are called that the lane is given.
  var optionsName: String? { lane?.block.parameters.first }

  /// The steps of `statements`, with comments for what has none.
  mutating func items(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    var items: [YAMLItem] = []
    var rest = Array(statements)[...]
    while let statement = rest.popFirst() {
      if let guarded = itemsOfGuard(statement, before: rest) { return items + guarded }
      items += self.items(of: statement, before: rest) ?? [untranslated(statement.span)]
    }
    return items.withoutRepeatedPushes
  }

  /// Nil for what has no counterpart.
  private mutating func items(of statement: RubyStatement, before rest: ArraySlice<RubyStatement>) -> [YAMLItem]? {
    span = statement.span
    switch statement.kind {
    case .other: return nil
    case .assignment(let name, let value): return itemsOfAssignment(name, value, before: rest)
    case .branch(let branch): return items(of: branch)
    case .value(.call(let call)): return items(of: call, boundTo: nil)
    // A value by itself is what the lane returns.
    case .value(let value): return template(value) == nil ? nil : []
    }
  }

  /// Says that there is nothing for what stands at `span`.
  mutating func untranslated(_ span: Range<Int>) -> YAMLItem { note("not translated", span) }

  /// Says that an argument makes no difference here, or cannot be given.
  mutating func leftOut(_ span: Range<Int>) -> YAMLItem { note("left out", span) }

  /// Says in what a step is other than the statement that it was made of.
  mutating func remark(_ text: String) -> YAMLItem {
    notes.append(ImportNote(text, at: file.places.place(at: span.lowerBound)))
    return .comment(text)
  }

  private mutating func note(_ what: String, _ span: Range<Int>) -> YAMLItem {
    let place = file.places.place(at: span.lowerBound)
    let excerpt = file.source.excerpt(at: span)
    notes.append(ImportNote("\(what): \(excerpt)", at: place))
    return .comment("\(what) (\(place.path):\(place.line)): \(excerpt)")
  }

  /// One step, with the conditions that it stands under.
  func step(_ keyword: String, _ value: YAMLNode = .nothing, id: String? = nil) -> YAMLItem {
    var entries = [YAMLEntry(keyword, value)]
    if let id { entries.append(YAMLEntry("id", .scalar(id))) }
    if conditions.count == 1 { entries.append(YAMLEntry("if", .scalar(conditions[0]))) }
    if conditions.count > 1 { entries.append(YAMLEntry("if", .words(conditions))) }
    if case .nothing = value, entries.count == 1 { return .value(.scalar(keyword)) }
    return .value(.mapping(entries))
  }
}

// MARK: Parameters

extension LaneTranslator {
  /// The names that stand for something else here.
  package static let reservedNames: Set<String> = [
    "project", "version", "previous_version", "build", "tag", "branch", "commit", "lane", "ci", "date",
  ]

  /// What the option of this name is called here; nil when it cannot be a parameter.
  func parameter(_ option: String) -> String? { lane?.parameter(option) }

  /// Takes note that the lane reads `option`; the first default stands.
  ///
  /// - Returns: false when it has another default already.
  @discardableResult
  mutating func declare(_ option: String, default text: String?) -> Bool {
    guard parameter(option) != nil, parameters.count < FastfileCalls.optionLimit else { return false }
    guard let index = parameters.firstIndex(where: { $0.option == option }) else {
      parameters.append((option, text))
      return true
    }
    if parameters[index].defaultText == nil { parameters[index].defaultText = text }
    return text == nil || parameters[index].defaultText == text
  }
}

extension [YAMLItem] {
  /// One push sends the branch and the tags: a second one right after it is none.
  fileprivate var withoutRepeatedPushes: [YAMLItem] {
    var result: [YAMLItem] = []
    for item in self {
      if case .value(.scalar("push")) = item, case .value(let last)? = result.last, last.isPush { continue }
      result.append(item)
    }
    return result
  }
}

extension YAMLNode {
  fileprivate var isPush: Bool {
    switch self {
    case .scalar(let word): word == "push"
    case .mapping(let entries): entries.map(\.key) == ["push"]
    case .flag, .words, .list, .nothing: false
    }
  }
}
