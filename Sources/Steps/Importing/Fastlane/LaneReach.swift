import MartletCore

/// The code that may run in one process with a lane: the lanes that call it or that it calls, their methods and the hooks.
struct LaneReach {
  /// The words of the code, except the names of methods of a value.
  private(set) var words: Set<String> = []
  /// The actions that build an app, as far as they are parsed.
  private(set) var builds: [RubyCall] = []
  /// Whether the code has no other action that builds, and does not set the path of the app itself.
  private(set) var knowsBuilds = true

  /// Whether the code builds an app, or may do so.
  var mayBuild: Bool { !words.isDisjoint(with: Self.builders.union(Self.otherBuilders)) || !knowsBuilds }

  /// Actions that leave the path of an `.ipa` for later ones (`build_app.rb`, `xcodebuild.rb`, `ipa.rb`).
  static let builders: Set<String> = ["gym", "build_app", "build_ios_app"]
  private static let otherBuilders: Set<String> = [
    "build_mac_app", "xcodebuild", "xcarchive", "xcexport", "ipa", "xcode_server_get_assets", "import_from_git",
  ]

  /// - Parameter lane: The lane; nil for a hook, which runs with all of them.
  init(of lane: FastfileOutline.Lane?, in file: Fastfile) {
    let lanes = lane.map { file.calls.lanes(reaching: [$0.name]) }
    var open = file.outline.lanes.filter { lanes?.contains($0.name) != false }.map { Part($0) }
    open += file.outline.hooks.map { Part(unit: $0.unit, span: $0.span, body: $0.block.body) }
    var seen = Set(open.compactMap(\.name))
    let builders = Self.builders.filter { !file.replaces($0) }
    var count = 0
    while let part = open.popLast() {
      let changes = RubyChanges(in: part.span, of: part.unit.source, definitions: [])
      let text = part.unit.source.string(at: part.span)
      if text.contains("`") || text.contains("%x") { words.insert("sh") }
      if changes.mayChange("lane_context") { knowsBuilds = false }
      count += RubyLexer.tokens(of: part.unit.source, in: part.span).count { token in
        builders.contains(where: token.isWord)
      }
      for statement in part.body {
        statement.forEachValue { value in
          if case .call(let call) = value, call.receiver == nil, builders.contains(call.name) { builds.append(call) }
        }
      }
      for word in changes.words where !part.localNames.contains(word) && words.insert(word).inserted {
        if let method = file.outline.definitions[word] {
          open.append(Part(unit: method.unit, span: method.span, body: method.definition.body))
        } else if let callee = file.outline.lane(called: word, platform: part.platform)?.lane,
          seen.insert(callee.name).inserted
        {
          open.append(Part(callee))
        }
      }
    }
    if count != builds.count || !words.isDisjoint(with: Self.otherBuilders.union(file.project.customActions)) {
      knowsBuilds = false
    }
  }

  private struct Part {
    var name: String?
    var platform: String?
    let unit: FastfileUnit
    let span: Range<Int>
    let body: [RubyStatement]
    var localNames: Set<String> = []

    init(_ lane: FastfileOutline.Lane) {
      (name, platform, unit, span, body) = (lane.name, lane.platform, lane.unit, lane.span, lane.block.body)
      localNames = lane.localNames
    }

    init(unit: FastfileUnit, span: Range<Int>, body: [RubyStatement]) {
      (self.unit, self.span, self.body) = (unit, span, body)
    }
  }
}
