import Lanes
import MartletCore
import MartletManifests

/// Raises the build number in every manifest. It is the form of `bump` with `build`.
package struct BumpBuildStep: Step {
  package enum Strategy: String, CaseIterable, Sendable {
    case increment
    case commitCount = "commit_count"
    case timestamp
    case runNumber = "ci_run_number"
    /// The version with a counter: `4.55.0.0`, then `4.55.0.1`.
    case version
  }

  package static let keyword = BumpStep.keyword
  package static let foreignNames = ["increment_build_number"]
  package static let phase = StepPhase.proposal
  package static let summary =
    "Raises the build number everywhere the project writes it. The number never goes down: `set_build_setting` can set `CURRENT_PROJECT_VERSION` to 1."
  package static let parameters = [
    Parameter<Self>.main(
      "build", \.choice,
      "`increment`, the current number plus one; `commit_count`; `timestamp`, the UTC time as `20261121.1830`; `ci_run_number`, such as `GITHUB_RUN_NUMBER`; `version`, the version with a counter, as `4.55.0.0`; or the number itself.",
      .required),
    Parameter<Self>("minimum", \.minimum, "The lowest number to use."),
    Parameter<Self>(
      "above", \.above,
      "A number that the new one is higher than, such as one that an earlier `run` with `capture` prints. `app_store`: every number that was ever used at App Store Connect, and the tags `builds/NUMBER`."
    ),
    Parameter<Self>("app", \.app, "The app for `above: app_store`; left out, that of `app_store`."),
  ]
  package static let outputs = [StepOutput("build", "The new build number.")]

  package var choice = Template(text: Strategy.increment.rawValue)
  package var minimum: Template?
  package var above: Template?
  package var app: Template?

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    guard let text = choice.literal, Strategy(rawValue: text) == nil, (try? BuildNumber(text)) == nil else { return [] }
    return [StepProblem(.unknownBuild(text))]
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let survey = try draft.survey()
    let current = try survey.highestBuild()
    let used = try usedNumbers(in: draft)
    let new = try number(after: current, above: used?.highest, in: draft)
    let unknown = [minimum, above].compactMap(\.self).filter { !draft.isKnown($0) }
    if let current, !current.precedes(new) { throw Failure.buildNotRaised(current: current.text, requested: new.text) }
    let (raised, left) = try survey.buildEdits(to: new, in: draft)
    let products = try draft.releasedProducts(at: try? draft.version())
    let edits = try products.completing(raised, of: .build, to: [new.text], in: draft)
    guard !edits.isEmpty else { throw Failure.noBuildNumber }
    var decision = Decision(
      try draft.writes(edits), remarks: products.remarks(onUnchanged: left.filter { !edits.hasEdit(of: $0) }))
    if let used, !used.isComplete {
      decision.remarks += ["not known before the run: the build number, at least \(new.text), from App Store Connect"]
      decision.isBuildUnknown = true
    } else if let template = unknown.first {
      decision.remarks += [
        "not known before the run: the build number, at least \(new.text), from `\(template.source)`"
      ]
      decision.isBuildUnknown = true
    } else {
      decision.outputs = ["build": new.text]
    }
    return decision
  }

  /// The highest number that was used; not complete in a command that only looks.
  private func usedNumbers(in draft: Draft) throws -> (highest: BuildNumber?, isComplete: Bool)? {
    guard readsAppStore else { return nil }
    let app = try draft.storeApp(app)
    // A tag `builds/42` means that the number was handed to Apple.
    let tags = try draft.tags().keys.filter { $0.hasPrefix("builds/") }
    let numbers = tags.compactMap { try? BuildNumber(String($0.dropFirst("builds/".count))) }
    let tagged = numbers.highest
    do {
      let found = try draft.workspace.highestBuild(of: app)
      return ([tagged, found].compactMap(\.self).highest, true)
    } catch is WithheldCredential {
      return (tagged, false)
    }
  }

  private static let appStore = "app_store"

  /// Whether the number is above all that were used at App Store Connect.
  var readsAppStore: Bool { above?.source == Self.appStore }

  private func number(
    after current: BuildNumber?, above used: BuildNumber?, in draft: Draft
  ) throws -> BuildNumber {
    var number = try derived(from: current, in: draft)
    if let used, !used.precedes(number) { number = try next(above: used.text) }
    if let minimum, draft.isKnown(minimum) {
      let least = try BuildNumber(checking: draft.text(of: minimum))
      if number.precedes(least) { number = least }
    }
    if let above, above.source != Self.appStore, draft.isKnown(above) {
      let next = try self.next(above: draft.text(of: above))
      if number.precedes(next) { number = next }
    }
    return number
  }

  /// The number after `text`, which often is what a command has printed.
  private func next(above text: String) throws -> BuildNumber {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
    guard lines.count == 1, let latest = try? BuildNumber(lines[0]) else { throw Failure.badLatestBuild(lines) }
    do {
      return try latest.incremented()
    } catch {
      throw Failure.badBuildNumber(error)
    }
  }

  private func derived(from current: BuildNumber?, in draft: Draft) throws -> BuildNumber {
    let text = try draft.text(of: choice)
    guard let strategy = Strategy(rawValue: text) else {
      guard let number = try? BuildNumber(text) else { throw Failure.unknownBuild(text) }
      return number
    }
    switch strategy {
    case .increment:
      guard let current else { throw Failure.noBuildNumber }
      return try current.incremented()
    case .commitCount:
      guard let count = try draft.workspace.commitCount() else { throw Failure.shallowClone(draft.pipeline?.system) }
      // The commit with the new number is not counted yet.
      return try BuildNumber(checking: String(count + 1))
    case .timestamp:
      let day = draft.workspace.today.replacing("-", with: "")
      return try BuildNumber(checking: "\(day).\(Int(draft.workspace.minute) ?? 0)")
    case .runNumber:
      guard let text = draft.pipeline?.buildNumber else { throw Failure.noRunNumber(draft.pipeline?.system) }
      return try BuildNumber(checking: text)
    case .version: return try Self.number(of: draft.version().core, after: current)
    }
  }

  /// Returns the numbers of `version` with as many as `current` has, or the next number where that has them already.
  private static func number(of version: Version, after current: BuildNumber?) throws -> BuildNumber {
    let length = current?.text.split(separator: ".").count ?? version.components.count + 1
    let numbers = version.components.map(String.init)
    let zeros = Array(repeating: "0", count: max(0, length - numbers.count))
    let first = try BuildNumber(checking: (numbers + zeros).joined(separator: "."))
    guard let current, !current.precedes(first), !zeros.isEmpty,
      current.text.hasPrefix(numbers.joined(separator: ".") + ".")
    else { return first }
    return try current.incremented()
  }
}

extension BuildNumber {
  /// Parses `text`; throws a step's failure if it is not a build number.
  fileprivate init(checking text: String) throws {
    do {
      try self.init(text)
    } catch {
      throw Failure.badBuildNumber(error)
    }
  }
}

extension Failure {
  static func shallowClone(_ system: CISystem?) -> Failure {
    Failure(
      "this is a shallow clone, so the commits cannot be counted",
      hint: "\(system.cloneHint)fetch the rest with `git fetch --unshallow`", notes: system.cloneNotes,
      code: .shallowClone)
  }

  static func noRunNumber(_ system: CISystem?) -> Failure {
    Failure(
      system.map { "\($0.name) does not provide a run number" }
        ?? "no CI system was detected, so there is no run number",
      hint: "choose another way, such as `bump: {build: commit_count}`")
  }

  static func badLatestBuild(_ lines: [String]) -> Failure {
    let found =
      switch lines.count {
      case 0: "is empty"
      case 1: "is `\(lines[0])`"
      default: "has \(lines.count) lines, of which the first is `\(lines[0])`"
      }
    return Failure(
      "`above` \(found), expected a build number such as `42`",
      hint: "let the command print only the latest build number")
  }

  static func unknownBuild(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not a way to choose a build number, expected one of "
        + BumpBuildStep.Strategy.allCases.map(\.rawValue).quotedList + ", or a number")
  }

  static func badBuildNumber(_ error: VersionError) -> Failure { Failure("\(error)") }

  static func buildNotRaised(current: String, requested: String) -> Failure {
    Failure(
      "build number `\(requested)` does not come after `\(current)`, expected a higher one",
      hint:
        "add `above: \"${build}\"`, which raises the current number if that is higher, or choose another way of `build`"
    )
  }
}
