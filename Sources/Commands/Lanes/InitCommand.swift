import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps
import SystemAPI

struct InitCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a Releasefile for the project.",
    usage: "martlet init [options]",
    discussion: """
      Examples:
        martlet init --dry-run                  show the file that would be written
        martlet init
        martlet init --from fastlane/Fastfile   translate its lanes
        martlet init --environments             write files for several environments
        martlet init --ci github --lane beta    write a pipeline that runs a lane

      Existing files are not changed, but a Releasefile without lanes gets lanes, and \
      one without environments gets those. For one with lanes, the difference is shown. fastlane runs the lanes of a Fastfile \
      that have no equal steps.
      """)

  @Option(
    help: ArgumentHelp(
      "Translate the lanes of this Fastfile; the path starts at the repository's root.", valueName: "path"),
    completion: .file())
  var from: String?

  @Option(help: "Write a pipeline for this CI system instead.")
  var ci: CISystem?

  @Option(help: ArgumentHelp("With --ci: the lane, `release` by default.", valueName: "name"), completion: .lane)
  var lane: String?

  @Option(
    help: ArgumentHelp("With --ci: write this file instead of the usual one.", valueName: "path"), completion: .file())
  var output: String?

  @Flag(
    help:
      "Write values, .xcconfig files and a generated type for several environments, and a Releasefile that uses them.")
  var environments = false

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if ci != nil, from != nil { throw ValidationError("`--ci` and `--from` together, expected one of them") }
    if ci == nil, let other = output != nil ? "--output" : lane != nil ? "--lane" : nil {
      throw ValidationError("`\(other)` without `--ci`, expected both")
    }
    if environments, let other = ci != nil ? "--ci" : from != nil ? "--from" : nil {
      throw ValidationError("`--environments` and `\(other)` together, expected one of them")
    }
  }

  func run() throws {
    if options.file != nil { throw Failure.fixedName(Releasefile.fileNames[0]) }
    let session = try Session(options)
    if let ci { return try write(pipeline(of: ci, in: session), in: session) }
    if let existing = try session.releasefileSource() {
      if try isComplete(existing, in: session) { return try printDifference(from: existing, in: session) }
    }
    try write(declaration(in: session), in: session)
    if !action.dryRun {
      session.console.note(
        environments
          ? "next: assign the .xcconfig files to the project's configurations in Xcode, then run `martlet config check`"
          : "next: commit it, then show what a release would do with `martlet plan \(try writtenLane(in: session))`")
    }
  }

  /// Whether the existing Releasefile has lanes already, so that nothing is added. A dry run also shows a whole file.
  ///
  /// - Throws: `Failure.environmentsExist` where environments would be added to others.
  private func isComplete(_ existing: SourceText, in session: Session) throws -> Bool {
    let name = existing.path.string
    if environments {
      if try session.releasefile()?.environments != nil { throw Failure.environmentsExist(name) }
    } else if (try? session.releasefile())?.lanes.isEmpty != true {
      guard action.dryRun else {
        if options.json { throw Failure.releasefileExists(name) }
        return true
      }
      session.console.note("`\(name)` already exists: this is what `init` would write without it")
    }
    return false
  }

  /// Prints how the file that this command would write differs from the existing one, which stays.
  private func printDifference(from existing: SourceText, in session: Session) throws {
    let answers = try LaneRunner(action, in: session).answers
    var planner = Planner(
      [try declaration(in: session)], title: "init", of: Releasefile(), in: session.context(answers))
    for case .writeFile(let write) in try planner.preview().entries.map(\.effect) where write.path == existing.path {
      let difference = UnifiedDiff(from: existing, to: SourceText(path: existing.path, bytes: write.contents))
        .rendered()
      let fact =
        difference.isEmpty ? "equals what `init` would write" : "stays, and differs from what `init` would write"
      session.console.note("`\(existing.path)` \(fact)")
      if !difference.isEmpty { try session.console.print(difference) }
    }
  }

  /// Shows the files that `declaration` writes, and writes them.
  private func write(_ declaration: StepDeclaration, in session: Session) throws {
    let runner = try LaneRunner(action, in: session)
    let releasefile = ci == nil ? try laneless(in: session) : try session.requiredReleasefile()
    let planner = Planner([declaration], title: "init", of: releasefile, in: session.context(runner.answers))
    let showsContents = !options.json && !options.quiet && (ci == nil || action.dryRun)
    let found = showsContents && ci == nil ? try Self.found(in: session) : ""
    try runner.perform(
      planner, start: RunStart(title: planner.title), showing: showsContents ? { found + $0.contents } : nil)
  }

  /// Returns the Releasefile whose decisions stay; one with lanes has none here, because `init` shows what it would write without it.
  private func laneless(in session: Session) throws -> Releasefile {
    guard let existing = try? session.releasefile(), existing.lanes.isEmpty else { return Releasefile() }
    return existing
  }

  /// Returns the step that writes a pipeline for the named lane, `release`, or else the first public lane.
  private func pipeline(of system: CISystem, in session: Session) throws -> StepDeclaration {
    let releasefile = try session.requiredReleasefile()
    let lane = try lane.map { try releasefile.publicLane(named: $0) } ?? releasefile.releaseLane
    var step = PipelineStep()
    step.system = system
    step.path = output
    step.lane = lane?.name ?? ""
    step.isNamed = self.lane != nil
    step.release = Self.release
    step.asksVersion = lane.map { releasefile.questions(inLaneNamed: $0.name).contains("version") } ?? false
    return StepDeclaration(step)
  }

  /// The release that `scripts/install.sh` installed with this program; nil for another build.
  private static var release: PipelineRelease? {
    guard let program = try? Martlet.program(in: Session.processEnvironment) else { return nil }
    let prefix = program.split(separator: "/").dropLast(2).joined(separator: "/")
    let data = FileManager.default.contents(atPath: "/\(prefix)/share/doc/martlet/RELEASE")
    return data.flatMap { PipelineRelease(String(decoding: $0, as: UTF8.self), version: Martlet.version) }
  }

  /// Returns the lane of the new Releasefile to show first. A Fastfile without lanes makes none.
  private func writtenLane(in session: Session) throws -> String {
    guard from != nil else { return "release" }
    let releasefile = try session.requiredReleasefile()
    let lanes = releasefile.publicLanes.sorted { $0.name == "release" && $1.name != "release" }
    let tagging = lanes.first { lane in
      lane.steps.flatMap(\.withNestedSteps).contains { $0.keyword == TagStep.keyword }
    }
    return (tagging ?? lanes.first)?.name ?? "LANE"
  }

  /// Returns the detected features of the project, one line each, and a blank line.
  private static func found(in session: Session) throws -> String {
    let features = try ProjectSummary(of: try session.draft()).features
    return TextTable(features.map { ["found", $0.name, $0.place] }, width: session.console.width).lines.map {
      "\($0)\n"
    }.joined()
      + (features.isEmpty ? "" : "\n")
  }

  /// Returns the only step of this command.
  private func declaration(in session: Session) throws -> StepDeclaration {
    if environments { return StepDeclaration(InitEnvironmentsStep()) }
    guard let from else { return StepDeclaration(try InitStep(in: session.draft())) }
    var step = ImportStep()
    step.file = from
    return StepDeclaration(step)
  }
}

extension Releasefile {
  /// The lane `release`, or else the first public lane.
  fileprivate var releaseLane: Lane? { publicLanes.first { $0.name == "release" } ?? publicLanes.first }
}

extension CISystem: ExpressibleByArgument {
  package static var allValueStrings: [String] { all.filter { $0.pipeline != nil }.map(\.id) }

  package init?(argument: String) {
    guard let system = Self.all.first(where: { $0.id == argument && $0.pipeline != nil }) else { return nil }
    self = system
  }
}

extension Failure {
  static func releasefileExists(_ name: String) -> Failure {
    Failure(
      "`\(name)` already exists",
      hint: "print what `init` would write, with `--dry-run`, and edit the file; or delete it first")
  }

  static func environmentsExist(_ name: String) -> Failure {
    Failure("`\(name)` already has `environments`", hint: "edit them there")
  }

  /// `init` with `--file`.
  static func fixedName(_ name: String) -> Failure {
    Failure("`--file` with `init`, which always writes `\(name)` at the repository's root", exit: .usage)
  }
}
