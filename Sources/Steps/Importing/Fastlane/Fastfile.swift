import Lanes
import MartletCore

/// A Fastfile, read as an outline: none of its code is ever run.
///
/// A lane of which each call has a row in the table becomes steps. All others become one call of the whole lane, which does what it
/// always did: parts of it would lack what other parts leave in memory. A lane that prompts cannot be called, because a command has
/// no terminal: it stops.
package struct Fastfile {
  let project: FastlaneProject
  let outline: FastfileOutline
  /// The folder of the Fastfile, where commands of lanes run.
  let folder: RelativePath?
  /// The lanes that were translated; those that wait for themselves have none.
  private(set) var outcomes: [String: LaneTranslator.Outcome] = [:]
  /// The format of the version tags, if all lanes agree.
  package private(set) var tagFormat: String?

  package init(
    _ source: SourceText, project: FastlaneProject = FastlaneProject(),
    read: (RelativePath) -> SourceText? = { _ in nil }
  ) {
    self.project = project
    folder = source.path.parent
    outline = FastfileOutline(source, read: read)
    for lane in outline.lanes { translate(lane, waiting: []) }
    let formats = Set(outcomes.values.flatMap(\.tags).filter { TagFormat($0) != nil })
    guard formats.count == 1 else { return }
    (tagFormat, outcomes) = (formats.first, [:])
    for lane in outline.lanes { translate(lane, waiting: []) }
  }

  /// Whether `path` is a Fastfile: fastlane's folder may also be below another one, or have another case.
  package static func isFastfile(_ path: RelativePath) -> Bool {
    guard path.lastComponent == "Fastfile", path.depth <= 5 else { return false }
    return path.parent.map { ["fastlane", ".fastlane"].contains($0.lastComponent.lowercased()) } ?? true
  }

  /// The file with calls of whole lanes only.
  var withoutSteps: Fastfile {
    var copy = self
    copy.outcomes = [:]
    return copy
  }

  /// Whether a method or an action of the project has the name of an action.
  func replaces(_ name: String) -> Bool { outline.methods[name] != nil || project.customActions.contains(name) }

  private mutating func translate(_ lane: FastfileOutline.Lane, waiting: [String]) {
    guard outcomes[lane.name] == nil, !waiting.contains(lane.name), waiting.count < 50 else { return }
    let code = outline.files[lane.file]
    for callee in code.words(in: lane.block.body).sorted().compactMap({ outline.lane($0, platform: lane.platform) }) {
      translate(callee, waiting: waiting + [lane.name])
    }
    var translator = LaneTranslator(self, lane)
    translator.outcome.items = translator.items(lane.block.body, of: code)
    outcomes[lane.name] = translator.outcome
  }

  /// The translation of a lane in which nothing is missing, neither in it nor around it.
  private func steps(of lane: FastfileOutline.Lane) -> LaneTranslator.Outcome? {
    guard outline.otherStatement == nil, !project.setsVariables, let outcome = outcomes[lane.name],
      outcome.missing.isEmpty, !outcome.items.isEmpty
    else { return nil }
    return outcome
  }
}

extension Fastfile {
  /// The key `lanes` of the Releasefile; none without lanes.
  package var entries: [YAMLEntry] {
    let lanes = includedLanes.map { lane in
      let outcome = steps(of: lane)
      let parameters = outcome?.parameters ?? options(of: lane)
      let values = parameters.map { YAMLEntry($0.name, .options(["default": $0.defaultText.map(YAMLNode.scalar)])) }
      return YAMLEntry(
        lane.name,
        .options([
          "for_each": lane.loop.map { .mapping([YAMLEntry($0.variable, .words($0.values))]) },
          "summary": lane.summary.map(YAMLNode.scalar), "private": lane.isPrivate ? true : nil,
          "parameters": values.isEmpty ? nil : .mapping(values),
          "steps": .list(outcome?.items ?? [.value(.options(["run": wholeLane(lane, parameters)]))]),
        ]))
    }
    return lanes.isEmpty ? [] : [YAMLEntry("lanes", .mapping(lanes))]
  }

  /// One line for each lane that raises a number, or pushes, but is called whole.
  package var mixtures: [String] {
    includedLanes.filter {
      steps(of: $0) == nil
        && outcomes[$0.name]?.traits.isDisjoint(with: [.raisesVersion, .raisesBuild, .pushes]) == false
    }.map { lane in
      let calls = Set(outcomes[lane.name]?.missing ?? []).sorted().prefix(8).map { "`\($0)`" }.joined(separator: ", ")
      let other = outline.otherStatement.map { "line \($0.line) of \($0.path)" } ?? "`.env`"
      return "\(outline.files[lane.file].source.path):\(lane.line): fastlane runs all of `\(lane.ownName)`: "
        + "no step replaces \(calls.isEmpty ? other : calls)"
    }
  }

  /// All public lanes, and the private ones that a translated lane calls: fastlane cannot start those itself.
  private var includedLanes: [FastfileOutline.Lane] {
    var called: Set<String> = []
    var open = outline.lanes.filter { !$0.isPrivate }
    while let lane = open.popLast() {
      let names = steps(of: lane)?.called ?? []
      open += outline.lanes.filter { names.contains($0.name) && called.insert($0.name).inserted }
    }
    var seen: Set<String> = []
    return outline.lanes.filter { lane in
      guard !lane.isPrivate || called.contains(lane.name) else { return false }
      return (lane.loop?.names(of: lane.name) ?? [lane.name]).allSatisfy { seen.insert($0).inserted }
    }
  }

  // MARK: Whole lanes

  /// The parts that run with a lane: it, and the lanes and methods that it names, with the names of their options.
  private func reach(_ lane: FastfileOutline.Lane) -> [(code: RubyCode, part: RubyCode.Part, variable: String?)] {
    var parts = [(code: outline.files[lane.file], part: lane.block.body, variable: lane.block.parameters.first)]
    var seen: Set<String> = [lane.ownName]
    var index = 0
    while index < parts.count {
      for name in parts[index].code.words(in: parts[index].part).sorted() where seen.insert(name).inserted {
        if let other = outline.lane(name, platform: lane.platform) {
          parts.append((outline.files[other.file], other.block.body, other.block.parameters.first))
        } else if let method = outline.methods[name] {
          parts.append((outline.files[method.file], method.body, "options"))
        }
      }
      index += 1
    }
    return parts
  }

  /// The options that the lane reads, also in what it passes all of them to.
  private func options(of lane: FastfileOutline.Lane) -> [LaneTranslator.Parameter] {
    let parts = reach(lane)
    let passesAll = lane.block.parameters.first.map { parts[0].code.passes($0, in: parts[0].part) } ?? false
    let names = parts.prefix(passesAll ? parts.count : 1).flatMap { code, part, variable in
      variable.map { code.options(of: $0, in: part) } ?? []
    }
    var translator = LaneTranslator(self, lane)
    for name in lane.block.keywords + names { _ = translator.parameter(name) }
    return translator.outcome.parameters
  }

  /// The parameters of `run`.
  private func wholeLane(_ lane: FastfileOutline.Lane, _ options: [LaneTranslator.Parameter]) -> YAMLNode {
    let words =
      (project.usesBundler ? ["bundle", "exec"] : [])
      + ["fastlane", lane.platform, lane.ownName].compactMap(\.self)
    for (code, part, _) in reach(lane) {
      guard let prompt = code.prompt(in: part) else { continue }
      let reason =
        "\(code.source.path):\(code.line(of: prompt)): it prompts, and a command has no terminal: run `\(words.joined(separator: " "))`"
      return .options(["shell": .scalar(StopScript.text(reason))])
    }
    // In Ruby, an empty text is true: an option that is not given is not passed.
    let variables = options.map {
      "${\(FactName.variable(of: $0.name)):+\"\($0.option):$\(FactName.variable(of: $0.name))\"}"
    }
    return .options([
      "command": options.isEmpty ? .words(words) : nil,
      "shell": options.isEmpty ? nil : .scalar((words + variables).joined(separator: " ")),
      "working_directory": project.folder.map { .scalar($0.string) }, "changes": .words(["head"]), "outward": true,
    ])
  }
}

/// The command of a lane that stops, with its reason.
package enum StopScript {
  private static let form = Pattern(/echo '(.*: it prompts, and a command has no terminal: .*)' >&2; exit 1/)

  static func text(_ reason: String) -> String { "echo \(reason.shellWord) >&2; exit 1" }

  /// Returns the reason if `script` is such a command.
  package static func reason(in script: String) -> String? {
    script.wholeMatch(of: form).map { String($0.output.1) }
  }
}

extension RubyCode {
  /// Whether a part passes all of the variable on: `other(options)`.
  fileprivate func passes(_ variable: String, in part: Part) -> Bool {
    part.contains {
      word(at: $0, in: part) == variable && !isMark("[", at: $0 + 1, in: part) && !isMark(".", at: $0 + 1, in: part)
    }
  }

  /// The first call that prompts.
  fileprivate func prompt(in part: Part) -> Part? {
    let names: Set = ["input", "confirm", "select", "password"]
    return part.first { index in
      if word(at: index, in: part) == "prompt" { return !isMark(".", at: index - 1, in: part) }
      return word(at: index, in: part) == "UI" && word(at: index + 2, in: part).map(names.contains) == true
    }.map { $0..<$0 + 1 }
  }
}
