import Lanes
import MartletChangelogs
import MartletCore

/// Writes a pipeline that runs the project's lanes. `martlet init --ci` is a lane of this one step. It is not in the
/// catalogue, because a lane has no use for it.
package struct PipelineStep: Step {
  package static let keyword = "init"
  package static let summary = "Writes a pipeline that runs the project's lanes."
  package static let parameters: [Parameter<Self>] = []

  package var system = CISystem.github
  /// The path of the file; nil: the usual one.
  package var path: String?
  /// Whether the lane prompts for the new version.
  package var asksVersion = false
  /// The lane that releases; empty when there is none.
  package var lane = ""
  /// Whether the command line names it.
  package var isNamed = false
  /// The release of this program; nil for a build that belongs to none.
  package var release: PipelineRelease?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    guard let file = system.pipeline else { return Decision([]) }
    let path = try draft.path(path ?? file.path(ofLane: isNamed ? lane : "release"))
    if try draft.source(at: path) != nil { throw Failure.pipelineThere(path, isOneOfSeveral: file.isOneOfSeveral) }
    guard !lane.isEmpty else { throw Failure.noLaneForPipeline }
    let steps = draft.releasefile.steps(ofLaneNamed: lane)
    let isProposed = draft.releasefile.lane(named: lane)?.pullRequest != nil
    if isProposed, !file.isOfForge { throw Failure.noProposalPipeline(system) }
    var content = PipelineFile.Content(lane: lane)
    content.asksVersion = asksVersion
    content.hasTagLane = draft.releasefile.publicLanes.contains { $0.name == "tagged" }
    content.release = release
    let isAutomatic = steps.contains(where: \.isAutomaticBump)
    content.branches = branches(of: steps, in: draft, orCurrent: isAutomatic)
    content.isAutomatic = isAutomatic && !content.branches.isEmpty
    content.isProposed = isProposed
    let obstacle = isProposed ? nil : obstacleToBump(in: draft)
    // A lane that raises the build number alone releases no new version.
    let raisesOnlyBuild =
      steps.contains { $0.step is BumpBuildStep } && !steps.contains { $0.step is BumpStep }
    content.proposesVersion = !isProposed && obstacle == nil && !raisesOnlyBuild
    content.hasPackages = !draft.releasefile.packages.isEmpty
    content.publishes = steps.contains { $0.step is PublishReleaseStep }
    content.writesRepository = steps.contains(where: \.canWriteRepository)
    content.announces = steps.contains { $0.step is AnnounceStep }
    content.attestedChecksums =
      steps.lazy.compactMap { $0.step as? ChecksumsStep }.first { $0.isSigned }?
      .output.literal
    content.tokenVariable = draft.releasefile.forge.tokenVariable
    content.secrets =
      draft.releasefile.secretVariables(ofLaneNamed: lane) + draft.releasefile.appStoreVariables(ofLaneNamed: lane)
    content.tokenHosts = draft.tokenBindings(ofLaneNamed: lane, in: system).map(\.description)
    content.requiredVariables = draft.releasefile.requiredVariables(ofLaneNamed: lane)
    content.forge = try draft.forge()?.forge
    content.mac = try mac(for: steps, in: draft)
    content.filesOfOtherJobs = try draft.filesOfOtherJobs(ofLaneNamed: lane)
    let text = try file.text(content)
    var write = FileWrite(from: nil, to: SourceText(path: path, text: text))
    if file.isProgram { write.isExecutable = true }
    let tagged = content.hasTagLane ? nil : "no lane `tagged`: nothing runs when a tag is pushed"
    let proposed = obstacle.map { "no job `propose`: \($0); declare `pull_request: true` in the lane for one" }
    let marks = ["DECIDE", "SIGNING"].filter(text.contains).map { "`\($0)`" }
    let onMac = content.mac.map { _ in
      "the job of `\(lane)` runs on a Mac"
        + (marks.isEmpty ? "" : ": complete the lines with \(marks.joined(separator: " and "))")
    }
    let missing = content.filesOfOtherJobs.isEmpty ? nil : file.remark(on: content)
    return Decision([.writeFile(write)], remarks: [onMac, missing, tagged, proposed].compactMap(\.self))
  }

  private static let number = Pattern(/[0-9][0-9.]*/)
  private static let plainBranch = Pattern(/[A-Za-z0-9][A-Za-z0-9._\/-]*/)

  /// Returns what a Mac for the lane needs; nil if it runs on Linux, too: no command starts a tool of Apple, and the project is
  /// not an app that a command may build.
  private func mac(for steps: [StepDeclaration], in draft: Draft) throws -> PipelineFile.Mac? {
    let commands = steps.compactMap { $0.step as? RunStep }
    let paths = try draft.filePaths()
    let isApp =
      !paths.contains { $0.string == "Package.swift" }
      && paths.contains { $0.string.contains(".xcodeproj/") || $0.string.contains(".xcworkspace/") }
    guard commands.contains(where: \.startsAppleTool) || isApp && !commands.isEmpty else { return nil }
    func has(_ name: String) -> Bool { paths.contains { $0.string == name } }
    let version = try draft.source(at: draft.path(".xcode-version")).map { String(decoding: $0.bytes, as: UTF8.self) }
    return PipelineFile.Mac(
      xcode: version?.split(whereSeparator: \.isWhitespace).first.map(String.init).flatMap {
        $0.wholeMatch(of: Self.number) == nil ? nil : $0
      },
      hasGemfile: has("Gemfile"), locksGems: has("Gemfile.lock"))
  }

  /// Returns why a pull request cannot contain the changes of `martlet bump`; nil if it can.
  private func obstacleToBump(in draft: Draft) -> String? {
    if !draft.releasefile.packages.isEmpty { return "the repository has several packages" }
    let isInTags = draft.releasefile.versionSource == .tag || (try? draft.survey())?.productSites.isEmpty == true
    return isInTags ? "no file contains the version" : nil
  }

  /// Returns the branches that are released: those that the lane requires, also for a step with a condition, or else the
  /// current one, if `orCurrent`. Empty when they are unknown, or have characters with a meaning in YAML or in a pattern.
  private func branches(of steps: [StepDeclaration], in draft: Draft, orCurrent: Bool) -> [String] {
    let required = steps.flatMap(\.requiredBranches)
    let names = required.flatMap { ($0.step as? EnsureBranchStep)?.branches ?? [] }.compactMap(\.literal)
    let isConditional = required.allSatisfy { $0.condition != nil }
    let others =
      isConditional && !required.isEmpty ? steps.flatMap { $0.condition?.texts(comparedWith: "branch") ?? [] } : []
    let found = Set(isConditional ? names + others : Array(names.prefix(1)))
    let branches = found.isEmpty && orCurrent ? (try? draft.branch()).map { [$0] } ?? [] : found.sorted()
    return branches.allSatisfy { $0.wholeMatch(of: Self.plainBranch) != nil } ? branches : []
  }
}

extension RunStep {
  /// Whether it starts a program that only a Mac has.
  fileprivate var startsAppleTool: Bool {
    let text = shell?.text ?? command.map(\.source).joined(separator: " ")
    let words = text.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return words.contains { Self.appleTools.contains(String($0)) }
  }

  private static let appleTools: Set<String> = [
    "xcodebuild", "xcrun", "fastlane", "agvtool", "altool", "notarytool", "codesign", "productbuild", "pkgbuild", "pod",
    "xcodegen", "tuist", "hdiutil",
  ]
}

extension StepDeclaration {
  /// The checks of a branch in a step `ensure`, with its condition.
  fileprivate var requiredBranches: [StepDeclaration] {
    step.nestedSteps.filter { step is EnsureStep && $0.step is EnsureBranchStep }.map { check in
      var check = check
      check.condition = check.condition ?? condition
      return check
    }
  }

  /// Whether it computes the version from the changes, and ends the lane when there is nothing to release.
  fileprivate var isAutomaticBump: Bool { (step as? BumpStep)?.change.literal == BumpStep.automatic }

  /// Whether it can change the repository on the forge. A command can do anything.
  fileprivate var canWriteRepository: Bool {
    step is PushStep || step is PublishReleaseStep || step is any TreeStep || step is RunStep
  }
}

extension Failure {
  /// The pipeline file already exists and is not changed.
  ///
  /// - Parameter isOneOfSeveral: Whether the system reads all files of its folder.
  static func pipelineThere(_ path: RelativePath, isOneOfSeveral: Bool) -> Failure {
    let other = RelativePath("\(path.parent.map { "\($0)/" } ?? "")martlet.yml")
    return Failure(
      "`\(path)` already exists",
      hint: isOneOfSeveral && other != path
        ? "write another file, with `--output \(other?.string ?? "FILE")`"
        : "rename it and run the command again, then merge the two files by hand")
  }

  static func noProposalPipeline(_ system: CISystem) -> Failure {
    let systems = CISystem.all.filter { $0.pipeline?.isOfForge == true }.map(\.id)
    return Failure(
      "a lane with `pull_request` needs a pipeline of a forge, found `\(system.id)`, expected one of \(systems.quotedList)",
      hint: "start `martlet propose LANE --yes` and `martlet run LANE --yes` after each push to the branch")
  }

  static let noLaneForPipeline = Failure(
    "the Releasefile has no public lane, expected one that a pipeline can run",
    hint: "declare the lane `release` in the Releasefile")
}
