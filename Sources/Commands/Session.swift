import ArgumentParser
import Essentials
import Execution
import Lanes
import Libc
import Pipelines
import Processes
import Steps
import TextEditing
import Versioning

/// One invocation: where it works, what it was told, and how it speaks.
struct Session {
  let options: CommandOptions
  let console: Console
  let workspace: Workspace
  /// The folder that was named, otherwise the current one.
  let directory: String
  /// The CI system that runs this; nil for none.
  let pipeline: Pipeline?
  /// Who can be asked: nobody in a CI system, without a terminal, or with `--no-input`.
  let respondent: TerminalAnswers.Respondent
  /// What asks a run to stop before its end.
  let interruption: Interruption

  /// The variables that the process was started with.
  static let processEnvironment = ProcessInfo.processInfo.environment

  /// What a command needs of the repository, and of standard output.
  enum Use {
    case project
    /// It reads commits alone, so that there may be no working tree.
    case objects
    /// The same, and standard output takes an archive.
    case objectsToOutput

    func workspace(
      _ directory: String, _ environment: [String: String], isInteractive: Bool, _ interruption: Interruption
    ) throws -> Workspace {
      switch self {
      case .project:
        try Workspace(
          containing: directory, environment: environment, isInteractive: isInteractive, interruption: interruption)
      case .objects, .objectsToOutput:
        try Workspace(repositoryContaining: directory, environment: environment, interruption: interruption)
      }
    }
  }

  /// Opens the repository that the command works in.
  init(_ options: CommandOptions, for use: Use = .project) throws {
    let environment = Self.processEnvironment
    self.options = options
    let early = Console(options, environment: environment)
    // The variables of the process alone: what a pull request puts into `.env` must not say where it comes from.
    pipeline = try Pipeline.found(in: environment)
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    respondent = hasTerminal && pipeline == nil && !options.noInput ? .person : .nobody
    directory = options.directory ?? FileManager.default.currentDirectoryPath
    guard !directory.isEmpty else { throw Failure.currentFolderGone }
    guard FileManager.default.fileExists(atPath: directory) else { throw Failure.missingFolder(directory) }
    interruption = try Interruption()
    let isInteractive = respondent == .person
    let opened = try use.workspace(directory, environment, isInteractive: isInteractive, interruption)
    let complete = try Self.environment(environment, of: opened, options, console: early)
    // What the files bring along may be secret, too.
    let knowing = early.knowing(complete)
    if case .objectsToOutput = use { console = knowing.withoutResults } else { console = knowing }
    workspace =
      complete == environment
      ? opened
      : try use.workspace(directory, complete, isInteractive: isInteractive, interruption)
    workspace.userAgent = "martlet/\(Martlet.version)"
    workspace.onFallback { [console] in console.report([$0]) }
    console.detail("repository: \(workspace.root.escapedForTerminal())")
    if let pipeline { console.detail("CI: \(pipeline.summary.escapedForTerminal())") }
    for remark in pipeline?.remarks ?? [] { console.report([Diagnostic(remark, severity: .warning)]) }
  }

  /// The variables of the process, with those of `--env-file` over them, and those of `.env` and `.env.default` at the
  /// repository's root where the process has none.
  static func environment(
    _ environment: [String: String], of workspace: some FileReading, _ options: CommandOptions,
    console: Console
  ) throws -> [String: String] {
    var result = environment
    for name in [".env", ".env.default"] {
      guard let source = try RelativePath(name).flatMap({ try workspace.source(at: $0) }) else { continue }
      do {
        result.merge(try EnvironmentFile(source).variables) { own, _ in own }
      } catch let error as Failure {
        // The file may be another tool's: what cannot be read in it is told, and no reason to stop.
        console.warn(of: error)
      }
    }
    guard let file = options.environmentFile else { return result }
    return result.merging(try EnvironmentFile(source(of: file, from: options.directory ?? ".")).variables) { $1 }
  }
}

extension Session {
  /// What plans may look at, with `answers` for what they ask.
  ///
  /// - Parameter past: The world as it was, when a lane is planned once more.
  func world(_ answers: TerminalAnswers, past: RewoundWorkspace? = nil) -> World {
    World(workspace: past ?? workspace, versions: ProjectVersion(), answers: answers, pipeline: pipeline)
  }

  /// The lane called `name`, ready to be planned with the values that `words` give its parameters.
  ///
  /// - Parameter past: The world as it was, when the lane is planned once more.
  /// - Throws: `Failure.unaskedQuestion` for an answer that would be lost; what planning throws.
  func planner(
    ofLaneNamed name: String, arguments words: [String], answers: TerminalAnswers, past: RewoundWorkspace? = nil
  ) throws -> Planner {
    let releasefile = try requiredReleasefile()
    let planner = try Planner(
      laneNamed: name, arguments: LaneArguments.values(of: words), of: releasefile, in: world(answers, past: past))
    let questions = releasefile.questions(inLaneNamed: name)
    if let lost = answers.givenNames.first(where: { !questions.contains($0) }) {
      throw Failure.unaskedQuestion(lost, lane: name, asked: questions.sorted())
    }
    return planner
  }

  /// The lane called `name` of `releasefile` as a journal keeps it: without what is secret.
  func call(ofLaneNamed name: String, arguments words: [String], in releasefile: Releasefile) throws -> RunStart.Call? {
    guard let source = releasefile.source else { return nil }
    let secrets = releasefile.lane(named: name)?.parameters.filter(\.isSecret).map(\.name) ?? []
    return RunStart.Call(
      lane: name, arguments: try LaneArguments.values(of: words).filter { !secrets.contains($0.key) },
      releasefile: ContentDigest(of: source.fileBytes))
  }

  /// Shows what `steps` lead to by themselves and, unless that was all that was asked for, performs them.
  ///
  /// - Parameters:
  ///   - releasefile: The declarations around them; nil for those of the project.
  ///   - leavesRecord: Whether the run has a journal; one that changes nothing of the repository needs none.
  func perform(
    _ steps: [StepDeclaration], title: String, of releasefile: Releasefile? = nil, _ action: ActionOptions,
    leavesRecord: Bool = true
  ) throws {
    let answers = try TerminalAnswers([], agrees: action.yes, in: self)
    let releasefile = try releasefile ?? self.releasefile() ?? Releasefile()
    try perform(
      Planner(steps, title: title, of: releasefile, in: world(answers)), action, answers: answers,
      start: leavesRecord ? RunStart(title: title) : nil)
  }

  /// Shows what `planner` leads to and, unless that was all that was asked for, performs it.
  ///
  /// - Parameters:
  ///   - start: How the run is written into its journal; nil for one that leaves no record.
  ///   - reportWriter: Writes the report when the run is over; nil: there is none.
  func perform(
    _ planner: Planner, _ action: ActionOptions, answers: TerminalAnswers, start: RunStart?,
    reportWriter: RunReportWriter? = nil
  ) throws {
    var planner = planner
    if action.dryRun {
      let plan = try looking { try planner.preview() }
      let console = console.redacting(planner.secrets.known)
      try console.print(
        try options.json ? PlanReport(plan).masked(by: console).json() : PlanText(plan, console: console).rendered())
      reportWriter?.publish(plan, of: planner, console: console)
    } else {
      var run = LaneRun(planner, action, answers: answers, in: self, start: start, reportWriter: reportWriter)
      try run.perform()
      planner = run.planner
    }
    if action.detailedExit, planner.hasNothingToRelease { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }
}

extension Session {
  /// Does `work` without running any program that the Releasefile names.
  func looking<Result>(_ work: () throws -> Result) rethrows -> Result {
    let runs = workspace.runsSecretPrograms
    workspace.runsSecretPrograms = false
    defer { workspace.runsSecretPrograms = runs }
    return try work()
  }

  /// The project as it is, for commands that only report.
  func draft() throws -> Draft { try draft(releasefile() ?? Releasefile()) }

  func draft(_ releasefile: Releasefile) throws -> Draft {
    let answers = try TerminalAnswers([], agrees: false, in: self)
    return Draft(of: world(answers), releasefile: releasefile, laneName: nil)
  }

  /// The version to report: where tags may be missing that would say more, what the manifests say.
  ///
  /// - Parameter doubt: Told of that.
  func writtenVersion(of draft: Draft, onDoubt doubt: (any ExplainedError) -> Void) throws -> Version {
    do {
      return try draft.version()
    } catch let error as MissingTags {
      guard draft.releasefile.versionSource == .manifests,
        let written = try draft.survey(for: .version).version()
      else { throw error }
      doubt(error)
      return written
    }
  }

  /// The project, or the package of it that is named: where there are several, one must be.
  func draft(ofPackage name: String?) throws -> Draft {
    var draft = try draft()
    let names = draft.releasefile.packages.map(\.name)
    if let name {
      guard !names.isEmpty else { throw Failure.noPackages }
      guard names.contains(name) else { throw Failure.unknownPackage(name, known: names) }
      draft.focus(onPackage: name)
    } else if !names.isEmpty {
      throw Failure.severalPackages(names)
    }
    return draft
  }
}

extension Failure {
  static func missingFolder(_ path: String) -> Failure { Failure("no folder `\(path)`", exit: .usage) }

  /// Nobody can say which folder the program was started in.
  static let currentFolderGone = Failure(
    "the current folder is gone, or its path is too long",
    hint: "change to a folder that is there, or name one with `-C DIR`", exit: .usage)

  /// An answer was given ahead to a question that the lane does not ask.
  static func unaskedQuestion(_ name: String, lane: String, asked: [String]) -> Failure {
    Failure(
      "lane `\(lane)` does not ask for `\(name)`, so the answer would be lost",
      hint: asked.nearest(to: name).map { "did you mean `--answer \($0)=…`?" }
        ?? "leave the answer out, or have the lane ask with `prompt_version` or `prompt`", exit: .usage)
  }

  /// A repository of several packages, and none of them named.
  static func severalPackages(_ names: [String]) -> Failure {
    Failure(
      "the repository has several packages, expected one of \(names.quotedList)",
      hint: "name it with `--package \(names.first ?? "NAME")`", exit: .usage)
  }
}
