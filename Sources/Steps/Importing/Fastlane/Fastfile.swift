import MartletCore

/// A Fastfile, parsed as text: none of it is ever run.
///
/// The lanes and actions are those of fastlane 2.237. Parts without a counterpart are left out with a note, and their lanes
/// begin with a step that fails.
package struct Fastfile {
  let project: FastlaneProject
  /// The incomplete lanes that fastlane itself runs.
  let delegated: Set<String>
  /// The lanes whose steps Martlet refuses, with its message.
  let refused: [String: String]
  let outline: FastfileOutline
  let calls: FastfileCalls
  /// The folder where commands of lanes run: that of the Fastfile.
  let folder: RelativePath?
  /// The names that the files assign, and how often.
  let changes: [String: Int]
  /// The names that code outside of lanes, hooks and methods may assign.
  let outerNames: Set<String>
  /// Whether code that is only known at run time may change every name.
  let mayChangeAll: Bool
  /// The lanes that may change environment variables, themselves or through another lane.
  let changingEnvironment: Set<String>
  /// The format of the version tags that its lanes create, if all have the same.
  package private(set) var tagFormat: TagFormat?
  /// The lanes that are not complete, or call such a lane.
  private(set) var incompleteLanes: Set<String> = []
  /// The incomplete lanes of which fastlane runs single actions.
  private(set) var actionLanes: Set<String> = []
  /// What lanes depend on outside of them.
  private(set) var outside = OutsideParts()
  /// The parts outside of lanes that every lane depends on.
  var common: MissingParts { outside.common }
  /// Whether fastlane runs single actions of the hooks.
  private(set) var runsHookActions = false

  /// - Parameters:
  ///   - delegated: The names of lanes that fastlane runs if they are not complete.
  ///   - refused: The messages for lanes whose steps Martlet refuses: they stop.
  package init(
    _ source: SourceText, project: FastlaneProject = FastlaneProject(), delegated: Set<String> = [],
    refused: [String: String] = [:]
  ) {
    self.project = project
    self.delegated = delegated
    self.refused = refused
    folder = source.path.parent
    outline = FastfileOutline(source, read: project.read)
    calls = FastfileCalls(outline)
    let definitions = Set(outline.definitions.keys)
    let changing = outline.lanes.filter { $0.unit.changedNames(in: $0.span).contains("ENV") }
    changingEnvironment = calls.lanes(reaching: Set(changing.map(\.name)))
    let texts = outline.units.map {
      RubyChanges(in: $0.source.startOffset..<$0.source.bytes.count, of: $0.source, definitions: [])
    }
    changes = texts.reduce(into: [:]) { sum, text in sum.merge(text.counts) { $0 + $1 } }
    mayChangeAll = texts.contains { $0.mayChangeAll }
    outerNames = outline.elements.reduce(into: []) { names, element in
      guard let (statement, unit) = element.statement, !statement.isDefinition(in: unit.source) else { return }
      names.formUnion(unit.changedNames(in: statement.span))
    }
    let formats = translateLanes()
    completeHooks(definitions)
    tagFormat = formats.count == 1 ? formats.first : nil
  }

  /// Whether `path` is a Fastfile: fastlane's folder may also be below another one, or have another case.
  package static func isFastfile(_ path: RelativePath) -> Bool {
    guard path.lastComponent == "Fastfile", path.depth <= 5 else { return false }
    guard let folder = path.parent?.lastComponent else { return true }
    return ["fastlane", ".fastlane"].contains(folder.lowercased())
  }

  /// Returns the lanes and hooks in Releasefile form, with notes on the parts that could not be translated.
  package func translated() -> ReleasefileBody {
    var body = ReleasefileBody()
    let shared = sharedBindings()
    var comments: [String] = []
    var lanes: [YAMLEntry] = []
    let hasDelegated = outline.lanes.contains(where: isDelegated)
    // fastlane runs the hooks of a lane that it runs.
    let hasOwnHooks = hasDelegated || !outline.hooks.allSatisfy(isOfEveryLane)
    var hooks: [String?: [YAMLEntry]] = [:]
    let onlyPlatform = outline.hooks.lazy.compactMap(\.platform).first
    for platform in hasOwnHooks ? [nil] + outline.platforms : [onlyPlatform] {
      hooks[platform] = ["before_all", "after_all", "on_error"].compactMap { key in
        guard let items = items(ofHook: key, of: platform, shared, &body),
          !hasOwnHooks || items.contains(where: \.isStep)
        else { return nil }
        return YAMLEntry(key, .list(items))
      }
    }
    if !hasOwnHooks { body.entries += hooks[onlyPlatform] ?? [] }
    for element in outline.elements {
      switch element {
      case .constant(let name, let statement, _, let unit):
        let place = unit.place(at: statement.span.lowerBound)
        if shared[name] == nil || common.contains(place) || outside.preparation.contains(place) {
          comments.append(comment(statement, unit))
        }
      case .other(let statement, let unit): comments.append(comment(statement, unit))
      case .hook: break
      case .lane(let lane):
        var translator = LaneTranslator(self, lane: lane, bindings: shared)
        let own = hasOwnHooks && !isDelegated(lane) && !lane.isPrivate ? hooks[lane.platform] ?? [] : []
        lanes.append(YAMLEntry(lane.name, translator.lane(lane, own), comments: comments))
        comments = []
        body.notes += translator.notes
      }
    }
    body.trailingComments = comments
    if !lanes.isEmpty { body.entries.append(YAMLEntry("lanes", .mapping(lanes))) }
    body.notes.sort {
      $0.place.path == $1.place.path && ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
    return body
  }

  private func comment(_ statement: RubyStatement, _ unit: FastfileUnit) -> String {
    let place = unit.place(at: statement.span.lowerBound)
    return "not translated (\(place.path):\(place.line)), because it is outside of lanes: "
      + unit.source.excerpt(at: statement.span)
  }

  /// The values of names outside of lanes. Lanes, hooks and methods share them, so only those count that are assigned once in
  /// all files.
  func sharedBindings() -> [String: LaneTranslator.Binding] {
    var bindings: [String: LaneTranslator.Binding] = [:]
    for case .constant(let name, _, let value, _) in outline.elements where bindings.count < 200 {
      var translator = LaneTranslator(self, lane: nil, bindings: bindings)
      let binding = changes[name] == 1 && !mayChangeAll ? translator.binding(of: value) : nil
      bindings[name] = binding.map { $0.dependsOnFacts ? .unknown : $0 } ?? .unknown
    }
    return bindings
  }

  /// Whether lanes, hooks and methods share the variable `name`.
  func isShared(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return true }
    return first == "@" || first.properties.isUppercase
      || outline.elements.contains { if case .constant(name, _, _, _) = $0 { true } else { false } }
  }

  /// The hooks of `key` in the order in which fastlane runs them: that of the platform, then the general one. The last of
  /// several counts (`runner.rb`: `execute_flow_block`, `set_before_all`).
  private func hooks(_ key: String, of platform: String?) -> [FastfileOutline.Hook] {
    let hooks = outline.hooks.filter { $0.key == key }
    return [hooks.last { $0.platform != nil && $0.platform == platform }, hooks.last { $0.platform == nil }]
      .compactMap(\.self)
  }

  private func items(
    ofHook key: String, of platform: String?, _ shared: [String: LaneTranslator.Binding], _ body: inout ReleasefileBody
  ) -> [YAMLItem]? {
    let hooks = hooks(key, of: platform)
    var items: [YAMLItem] = []
    for hook in hooks {
      var translator = LaneTranslator(self, hook: hook, bindings: shared.merging(hook.bindings) { $1 })
      items += translator.items(hook.block.body)
      for note in translator.notes where !body.notes.contains(note) { body.notes.append(note) }
    }
    // After the lane, it is too late to stop it.
    let missing = key == "before_all" ? common : MissingParts()
    if let first = missing.parts.first {
      let note = ImportNote("every lane stops: outside of lanes, \(missing.summary)", at: first.place)
      if !body.notes.contains(note) { body.notes.append(note) }
      items = missing.items + items
    }
    return items.isEmpty ? nil : items
  }

  /// Lets fastlane run single actions of the hooks if they are complete then. Otherwise, it can only run whole lanes.
  private mutating func completeHooks(_ definitions: Set<String>) {
    outside = missingOutsideLanes(definitions)
    guard !outside.isEmpty else { return }
    if !delegated.isEmpty {
      runsHookActions = true
      let missing = missingOutsideLanes(definitions)
      if missing.isEmpty { return outside = missing }
      runsHookActions = false
    }
    let dependent = Set(outline.lanes.filter { !missing(outside: $0).isEmpty }.map(\.name))
    let whole = common.isEmpty ? actionLanes.intersection(dependent) : actionLanes
    incompleteLanes = calls.lanes(reaching: incompleteLanes.union(whole).union(dependent))
    actionLanes.subtract(whole)
  }

  /// Translates every lane once, to find the incomplete ones.
  ///
  /// - Returns: The format of each tag that they create from the version and literal text. Other tags, such as those of
  ///   builds, do not count.
  private mutating func translateLanes() -> Set<TagFormat> {
    var formats: Set<TagFormat> = []
    var incomplete: Set<String> = []
    let shared = sharedBindings()
    for lane in outline.lanes {
      var translator = LaneTranslator(self, lane: lane, bindings: shared)
      let items = translator.laneItems(lane.block.body)
      formats.formUnion(translator.madeTags.compactMap { TagFormat($0) })
      let isEmpty = !lane.block.body.isEmpty && !items.contains(where: \.isStep) && !translator.isSetting
      if !translator.missing.isEmpty || isEmpty { incomplete.insert(lane.name) }
    }
    incompleteLanes = calls.lanes(reaching: incomplete.union(refused.keys))
    actionLanes = Set(outline.lanes.filter { isDelegated($0) && isCompleteWithActions($0, shared) }.map(\.name))
    if !actionLanes.isEmpty {
      incompleteLanes = calls.lanes(reaching: incomplete.subtracting(actionLanes).union(refused.keys))
    }
    return formats
  }
}

extension LaneTranslator {
  /// Returns the mapping of a lane.
  fileprivate mutating func lane(_ lane: FastfileOutline.Lane, _ hooks: [YAMLEntry]) -> YAMLNode {
    let items =
      file.isDelegated(lane) ? file.reasonsForFastlane(lane) + [fastlaneStep(lane)] : wholeItems(lane.block.body)
    var entries: [YAMLEntry] = []
    if let loop = lane.loop {
      entries.append(YAMLEntry("for_each", .mapping([YAMLEntry(loop.variable, .words(loop.values))])))
    }
    if let summary = lane.summary { entries.append(YAMLEntry("summary", .scalar(summary))) }
    if lane.isPrivate { entries.append(YAMLEntry("private", .flag(true))) }
    let parameters = parameters.compactMap { option, defaultText -> YAMLEntry? in
      guard let name = parameter(option) else { return nil }
      var keys: [YAMLEntry] = []
      if let defaultText { keys.append(YAMLEntry("default", .scalar(defaultText))) }
      if name != option { keys.append(YAMLEntry("summary", .scalar("Option `\(option)` of the Fastfile."))) }
      return YAMLEntry(name, keys.isEmpty ? .nothing : .mapping(keys))
    }
    if !parameters.isEmpty { entries.append(YAMLEntry("parameters", .mapping(parameters))) }
    entries.append(YAMLEntry("steps", .list(items)))
    return .mapping(entries + hooks)
  }
}
