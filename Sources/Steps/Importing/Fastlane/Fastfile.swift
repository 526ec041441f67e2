import MartletCore

/// A Fastfile, parsed as text: none of it is ever run.
///
/// The lanes and actions are those of fastlane 2.237 (docs.fastlane.tools). Parts without a counterpart are left out
/// with a note.
package struct Fastfile {
  let source: SourceText
  let places: StatementPlaces
  let outline: FastfileOutline
  let calls: FastfileCalls
  /// The format of the version tags that its lanes create, if all have the same.
  package private(set) var tagFormat: TagFormat?
  /// The lanes that lack a step of the release, or call such a lane.
  private(set) var incompleteLanes: Set<String> = []

  package init(_ source: SourceText) {
    self.source = source
    places = StatementPlaces(source)
    outline = FastfileOutline(source)
    calls = FastfileCalls(outline)
    let formats = translateLanes()
    tagFormat = formats.count == 1 ? formats.first : nil
  }

  /// The paths where fastlane looks for it.
  package static let fileNames = ["fastlane/Fastfile", ".fastlane/Fastfile", "Fastfile"]

  /// Returns the lanes and hooks in Releasefile form, with notes on the parts that could not be translated.
  package func translated() -> ReleasefileBody {
    var body = ReleasefileBody()
    var bindings: [String: LaneTranslator.Binding] = [:]
    var comments: [String] = []
    var lanes: [YAMLEntry] = []
    for element in outline.elements {
      var translator = LaneTranslator(self, lane: nil, bindings: bindings)
      switch element {
      case .constant(let name, let value, let span):
        if bindings.count < 200, let text = value.text.flatMap({ _ in translator.template(value) }) {
          bindings[name] = .template(text)
        } else if case .comment(let comment) = translator.untranslated(span) {
          comments.append(comment)
        }
      case .other(let span):
        if case .comment(let comment) = translator.untranslated(span) { comments.append(comment) }
      case .hook(let hook):
        translator.bindings.merge(hook.bindings) { $1 }
        // After the lane, it is too late to stop it.
        let items =
          hook.key == "before_all" ? translator.wholeItems(hook.block.body) : translator.items(hook.block.body)
        let entry = YAMLEntry(hook.key, .list(items), comments: comments)
        comments = []
        if let index = body.entries.firstIndex(where: { $0.key == hook.key }) {
          body.entries[index] = entry
        } else {
          body.entries.append(entry)
        }
      case .lane(let lane):
        translator = LaneTranslator(self, lane: lane, bindings: bindings)
        lanes.append(YAMLEntry(lane.name, translator.lane(lane), comments: comments))
        comments = []
      }
      body.notes += translator.notes
    }
    body.trailingComments = comments
    if !lanes.isEmpty { body.entries.append(YAMLEntry("lanes", .mapping(lanes))) }
    return body
  }

  /// Translates every lane once, to find the incomplete ones.
  ///
  /// - Returns: The format of each tag that they create from the version and literal text. Other tags, such as those of
  ///   builds, do not count.
  private mutating func translateLanes() -> Set<TagFormat> {
    var formats: Set<TagFormat> = []
    var incomplete: Set<String> = []
    for lane in outline.lanes {
      var translator = LaneTranslator(self, lane: lane, bindings: [:])
      _ = translator.items(lane.block.body)
      formats.formUnion(translator.madeTags.compactMap { TagFormat($0) })
      if translator.isIncomplete { incomplete.insert(lane.name) }
    }
    incompleteLanes = calls.lanes(reaching: incomplete)
    return formats
  }
}

extension FastfileOutline.Hook {
  /// The values of its block's parameters: the lane, then in `error` the exception.
  fileprivate var bindings: [String: LaneTranslator.Binding] {
    let facts = key == "on_error" ? ["${error.lane}", "${error.message}"] : ["${lane}"]
    return Dictionary(zip(block.parameters, facts.map { .template($0) })) { first, _ in first }
  }
}

extension LaneTranslator {
  /// Returns the mapping of a lane.
  fileprivate mutating func lane(_ lane: FastfileOutline.Lane) -> YAMLNode {
    let items = wholeItems(lane.block.body)
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
    return .mapping(entries)
  }
}
