import MartletCore

/// Translates the statements of a Fastfile's lane to steps.
struct LaneTranslator {
  /// The value of a variable.
  enum Binding: Equatable {
    /// A text with `${name}` in it.
    case template(String)
    case number(String)
    /// The answer of `UI.confirm`, before the prompt.
    case question(String)
    /// The answer to a prompt for the new version, which `bump: ask` handles.
    case answeredVersion
    /// The newest build number at App Store Connect.
    case latestBuild(LatestBuild)
    /// One more than a build number.
    case nextBuild(LatestBuild)
    /// The commit with a hash: the result of `last_git_commit`.
    case commit(String)
    /// A condition on values that do not change while the lane runs: its tests, and those of its opposite.
    case condition([String], opposite: [String])
    /// The text of a file of the project, which no step before may change.
    case file(String)
    /// A value that only Ruby can compute.
    case unknown
  }

  /// What is known before a statement.
  struct State: Equatable {
    var bindings: [String: Binding]
    /// For a name of the same object as another one, that name.
    var roots: [String: String] = [:]
    /// The raises of the version so far.
    var raises: [Raise] = []
    /// Whether an earlier action may have raised the version, or not.
    var mayHaveRaised = false
    /// Whether an earlier action raises the build number.
    var raisesBuild = false
    /// The branch that the lane has required so far.
    var ensuredBranch: String?
    /// Whether a command, or a part that was not translated, may have changed any file.
    var mayHaveChangedFiles = false
    /// Whether untranslated code may have changed the options of the lane.
    var hasOptions = true
    /// Whether commands run in a known folder.
    var hasFolder = true
    /// The number that the build was set to, and its conditions.
    var setBuild: [String] = []
    /// The text that `changelog_from_git_commits` has left for later actions.
    var changelog: String?
    /// Whether a command may have staged files.
    var mayHaveStaged = false
    /// Whether untranslated code may have changed environment variables.
    var hasEnvironment = true
    /// Whether the lane has checked that nothing was changed.
    var wasClean = false
  }

  struct Raise: Equatable {
    let action: String
    let change: String
    let arguments: String
  }

  let file: Fastfile
  /// The lane; nil for hooks.
  let lane: FastfileOutline.Lane?
  var unit: FastfileUnit
  var state: State
  /// The options in use, with their defaults.
  var parameters: [(option: String, defaultText: String?)] = []
  var notes: [ImportNote] = []
  var missing = MissingParts()
  /// The conditions of all following steps.
  var conditions: [String] = []
  var confirmationDepth = 0
  /// Whether a statement follows the current branch, at any level.
  var hasMore = false
  /// The statement that is being translated.
  var span = 0..<0
  /// The steps that find values of the statement.
  var values: [YAMLItem]?
  /// The variable to which the statement assigns a value.
  var assignedName: String?
  /// The values of options of builds in this lane, by the places of their arguments.
  var buildOptions: [Int: String] = [:]
  /// The folder where commands run, if it is not that of the Fastfile.
  var folder: RelativePath??
  /// The methods whose bodies are being translated.
  var openDefinitions: [String] = []
  /// The options of the lane whose result is being computed.
  var givenOptions: GivenOptions?
  /// The names of created tags, as templates.
  var madeTags: [String] = []
  /// Whether the lane has pushed its branch.
  var hasPushed = false
  /// Whether a command or a step reads environment variables.
  var readsEnvironment = false
  /// The ids of steps.
  var ids: Set<String> = []
  /// Why the statement has no counterpart, as a clause after `because`; nil for the reason of its kind.
  var reason: String?
  /// The names that the lane, the hook or the method may assign.
  var ownNames: Set<String> = []
  /// Whether fastlane runs single actions that have no counterpart.
  var runsActions = false
  /// Whether uploads to App Store Connect stay untranslated, because a commit or a tag follows one.
  var leavesOutUploads = false

  init(_ file: Fastfile, lane: FastfileOutline.Lane?, bindings: [String: Binding]) {
    self.file = file
    self.lane = lane
    unit = lane?.unit ?? file.outline.units[0]
    state = State(bindings: bindings)
    if let lane {
      runsActions = file.actionLanes.contains(lane.name)
      ownNames = lane.unit.changedNames(in: lane.span)
      state.wasClean = file.beginsClean
    }
    for name in lane?.block.parameters ?? [] { state.bindings[name] = nil }
    if let loop = lane?.loop { state.bindings[loop.variable] = .template("${\(loop.variable)}") }
    for option in lane.flatMap({ file.calls.options[$0.name] }) ?? [] { declare(option, default: nil) }
    for keyword in lane?.block.keywords ?? [] { bind(keyword) }
  }

  init(_ file: Fastfile, hook: FastfileOutline.Hook, bindings: [String: Binding]) {
    self.init(file, lane: nil, bindings: bindings)
    unit = hook.unit
    runsActions = file.runsHookActions
    ownNames = unit.changedNames(in: hook.span)
    // The hook for errors also runs if the check has failed.
    state.wasClean = hook.key == "after_all" && file.beginsClean
  }

  /// The name of the lane's options variable.
  var optionsName: String? { lane?.block.parameters.first }

  /// Returns the steps for `statements`, with comments for untranslated ones.
  mutating func items(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    var items: [YAMLItem] = []
    var rest = Array(statements)[...]
    let (outerHasMore, outerValues) = (hasMore, values)
    defer { (hasMore, values) = (outerHasMore, outerValues) }
    while let statement = rest.popFirst() {
      hasMore = outerHasMore || !rest.isEmpty
      span = statement.span
      (reason, assignedName) = (nil, nil)
      noteBuild(statement)
      values = []
      let before = self
      if let guarded = itemsOfGuard(statement, before: rest) { return items + (values ?? []) + guarded }
      self = before
      if let steps = self.items(of: statement, before: rest) {
        items += (values ?? []) + steps
      } else {
        let reason = reason ?? self.reason(of: statement)
        self = before
        items.append(leaveOut(statement, because: reason))
      }
    }
    return items.withoutRepeatedPushes
  }

  /// Returns the steps for `statement`; nil when it has no counterpart.
  private mutating func items(of statement: RubyStatement, before rest: ArraySlice<RubyStatement>) -> [YAMLItem]? {
    switch statement.kind {
    case .other, .definition: return nil
    case .attempt(let attempt): return items(of: attempt)
    case .assignment(let name, let value): return itemsOfAssignment(name, value, before: rest)
    case .branch(let branch): return items(of: branch)
    case .value(.call(let call)): return items(of: call, boundTo: nil)
    // A plain value is the lane's result.
    case .value(let value): return template(value) == nil ? nil : []
    }
  }

  /// Adds a note about a difference between a step and its original statement.
  mutating func remark(_ text: String) -> YAMLItem {
    notes.append(ImportNote(text, at: unit.place(at: span.lowerBound)))
    return .comment(text)
  }

  /// Returns the steps of a lane. If it is not complete, it begins with a step that fails.
  mutating func wholeItems(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    var items = laneItems(statements)
    if missing.isEmpty, !items.contains(where: \.isStep), isSetting {
      // Started alone, such a lane has no effect in fastlane, either.
      if lane?.isPrivate == false { items.append(step("message", .scalar("Martlet needs no such call"))) }
    } else if missing.isEmpty, !items.contains(where: \.isStep) {
      for statement in statements {
        let place = unit.place(at: statement.span.lowerBound)
        let isShown = items.contains {
          if case .comment(let text) = $0 { text.contains("(\(place.path):\(place.line))") } else { false }
        }
        missing.add(unit.source.excerpt(at: statement.span), at: place, isShown: isShown)
      }
    }
    let variables = file.project.variables.filter { !$0.hasPrefix("FASTLANE_") }
    if let path = file.project.variablesFile, readsEnvironment, !variables.isEmpty {
      let texts = ["fastlane also sets what is in \(path): export it before `martlet run`"]
      items = texts.map { remark($0) } + [step("ensure", .pair("environment", .words(variables)))] + items
    }
    if let lane { missing = file.missing(outside: lane) + missing }
    guard let first = missing.parts.first else { return items }
    notes.append(ImportNote("lane `\(lane?.name ?? "")` stops: \(missing.summary)", at: first.place))
    return missing.items + items
  }

  /// Translates `body` with the source of `unit`.
  mutating func inside(_ unit: FastfileUnit, _ body: (inout Self) -> [YAMLItem]?) -> [YAMLItem]? {
    let outer = (self.unit, span)
    self.unit = unit
    defer { (self.unit, span) = outer }
    return body(&self)
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

extension LaneTranslator.Binding {
  /// Whether a command may change the value that the text stands for.
  var dependsOnFacts: Bool {
    switch self {
    case .nextBuild(.own), .file: return true
    default: break
    }
    guard case .template(let text) = self else { return false }
    return ["${version}", "${build}", "${branch}", "${commit}"].contains { text.contains($0) }
  }
}

extension Fastfile {
  /// Whether a method, a lane or an action of the project has the name of an action.
  func replaces(_ name: String) -> Bool {
    outline.definitions[name] != nil || project.customActions.contains(name)
      || outline.lanes.contains { $0.ownName == name }
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
        case .value(let last)? = result.last, last == .scalar("push") || last == .tagPush
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
}
