import MartletCore

/// Translates the statements of a Fastfile's lane to steps.
struct LaneTranslator {
  /// The value of a local variable.
  enum Binding: Equatable {
    /// A text with `${name}` in it.
    case template(String)
    /// The answer of `UI.confirm`, before the prompt.
    case question(String)
    /// The answer to a prompt for the new version, which `prompt_version` handles.
    case answeredVersion
  }

  let file: Fastfile
  /// The lane; nil for hooks.
  let lane: FastfileOutline.Lane?
  var bindings: [String: Binding]
  /// The options in use, with their defaults.
  var parameters: [(option: String, defaultText: String?)] = []
  var notes: [ImportNote] = []
  /// The actions that have raised the version so far.
  var raisedBy: Set<String> = []
  /// Whether an earlier action raises the build number.
  var raisesBuild = false
  /// The conditions of all following steps.
  var conditions: [String] = []
  var confirmationDepth = 0
  /// The statement that is being translated.
  private var span = 0..<0
  /// Whether a step of the release before the current statement could not be translated.
  var isIncomplete = false
  /// The untranslated actions that test, build or publish the product.
  var missingActions: [String] = []
  /// The branch that the lane has required so far.
  var ensuredBranch: String?
  /// The names of created tags, as templates.
  var madeTags: [String] = []

  init(_ file: Fastfile, lane: FastfileOutline.Lane?, bindings: [String: Binding]) {
    self.file = file
    self.lane = lane
    self.bindings = bindings
    if let loop = lane?.loop { self.bindings[loop.variable] = .template("${\(loop.variable)}") }
    for option in lane.flatMap({ file.calls.options[$0.name] }) ?? [] { declare(option, default: nil) }
  }

  /// The name of the lane's options variable.
  var optionsName: String? { lane?.block.parameters.first }

  /// Returns the steps for `statements`, with comments for untranslated ones.
  mutating func items(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    var items: [YAMLItem] = []
    var rest = Array(statements)[...]
    while let statement = rest.popFirst() {
      if let guarded = itemsOfGuard(statement, before: rest) { return items + guarded }
      if let steps = self.items(of: statement, before: rest) {
        items += steps
      } else {
        items.append(untranslated(statement.span))
        isIncomplete = isIncomplete || file.calls.isPartOfRelease(statement, in: lane, of: file)
        for action in file.calls.productActions(in: statement, of: file) where !missingActions.contains(action) {
          missingActions.append(action)
        }
      }
    }
    return items.withoutRepeatedPushes
  }

  /// Returns the steps for `statement`; nil when it has no counterpart.
  private mutating func items(of statement: RubyStatement, before rest: ArraySlice<RubyStatement>) -> [YAMLItem]? {
    span = statement.span
    switch statement.kind {
    case .other: return nil
    case .assignment(let name, let value): return itemsOfAssignment(name, value, before: rest)
    case .branch(let branch): return items(of: branch)
    case .value(.call(let call)): return items(of: call, boundTo: nil)
    // A plain value is the lane's result.
    case .value(let value): return template(value) == nil ? nil : []
    }
  }

  /// Adds a note that the text at `span` was not translated.
  mutating func untranslated(_ span: Range<Int>) -> YAMLItem { note("not translated", span) }

  /// Adds a note that an argument has no effect here, or is not supported.
  mutating func leftOut(_ span: Range<Int>) -> YAMLItem { note("left out", span) }

  /// Adds a note about a difference between a step and its original statement.
  mutating func remark(_ text: String) -> YAMLItem {
    notes.append(ImportNote(text, at: file.places.place(at: span.lowerBound)))
    return .comment(text)
  }

  /// Returns the steps of a lane or hook. Without its tests, its build or its upload, it begins with a step that stops it.
  mutating func wholeItems(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    let items = items(statements)
    guard let first = statements.first, !missingActions.isEmpty else { return items }
    let names = missingActions.joined(separator: ", ")
    notes.append(
      ImportNote(
        "the steps begin with one that stops them: replace it with commands for \(names)",
        at: file.places.place(at: first.span.lowerBound)))
    let command = YAMLNode.scalar("echo 'not translated: \(names)' >&2; exit 1")
    return [
      .comment("remove this step when there are commands for \(names)"),
      .value(.mapping([YAMLEntry("run", .mapping([YAMLEntry("shell", command)]))])),
    ] + items
  }

  private mutating func note(_ what: String, _ span: Range<Int>) -> YAMLItem {
    let place = file.places.place(at: span.lowerBound)
    let excerpt = file.source.excerpt(at: span)
    notes.append(ImportNote("\(what): \(excerpt)", at: place))
    return .comment("\(what) (\(place.path):\(place.line)): \(excerpt)")
  }

  /// Returns a step with the current conditions.
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
  /// The names with a predefined meaning in Releasefiles.
  package static let reservedNames: Set<String> = [
    "project", "version", "previous_version", "build", "tag", "branch", "commit", "lane", "ci", "date",
  ]

  /// Returns the parameter name of an option; nil when it cannot be a parameter.
  func parameter(_ option: String) -> String? { lane?.parameter(option) }

  /// Records that the lane reads `option`; the first default is kept.
  ///
  /// - Returns: false when it already has another default.
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
  /// The steps without repeated pushes: one push includes the branch and the tags.
  fileprivate var withoutRepeatedPushes: [YAMLItem] {
    var result: [YAMLItem] = []
    for item in self {
      if case .value(let push) = item, push == .scalar("push") || push == .tagPush,
        case .value(let last)? = result.last, last.isPush
      {
        if last == .tagPush { result[result.count - 1] = item }
        continue
      }
      result.append(item)
    }
    return result
  }
}

extension YAMLNode {
  /// The step that pushes only tags.
  static var tagPush: YAMLNode { .mapping([YAMLEntry("push", .mapping([YAMLEntry("branch", .flag(false))]))]) }

  fileprivate var isPush: Bool {
    switch self {
    case .scalar(let word): word == "push"
    case .mapping(let entries): entries.map(\.key) == ["push"]
    case .flag, .words, .list, .nothing: false
    }
  }
}
