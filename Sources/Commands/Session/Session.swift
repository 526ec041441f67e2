import Execution
import Lanes
import MartletCore
import Processes
import Steps
import SystemAPI

/// One invocation of a command: its options, its console and its workspace.
struct Session {
  let options: CommandOptions
  let console: Console
  let workspace: Workspace
  /// The folder given with `-C`, or the current one.
  let directory: String
  /// The CI system that runs this process; nil for none.
  let pipeline: Pipeline?
  /// Who answers prompts: `unattended` in a CI system, without a terminal, or with `--no-input`.
  let respondent: TerminalAnswers.Respondent
  /// The request to stop a run before its end.
  let interruption: Interruption
  /// Whether the command that opened this session passes signals to `interruption`.
  let hasSignalWatch: Bool
  /// What lanes are planned for.
  var purpose = PlanningPurpose.run

  /// The environment of the process.
  static let processEnvironment = ProcessInfo.processInfo.environment

  /// How a command uses the repository and standard output.
  enum Use {
    case project
    /// Reads commits only, so that no working tree is needed.
    case objects
    /// Reads commits only, and writes an archive to standard output.
    case objectsToOutput

    /// Whether the Releasefile matters to the command.
    var hasReleasefile: Bool {
      switch self {
      case .project: true
      case .objects, .objectsToOutput: false
      }
    }

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
  ///
  /// - Parameter shared: The request of a command with several sessions, which passes signals to it; nil for a new one.
  init(_ options: CommandOptions, for use: Use = .project, interruption shared: Interruption? = nil) throws {
    let environment = Self.processEnvironment
    self.options = options
    let early = Console(options, environment: environment)
    // Only the environment of the process: a `.env` file in a pull request must not hide its origin.
    pipeline = try Pipeline.found(in: environment)
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    respondent = hasTerminal && pipeline == nil && !options.noInput ? .person : .unattended
    directory = options.directory ?? FileManager.default.currentDirectoryPath
    guard !directory.isEmpty else { throw Failure.currentFolderGone }
    guard FileManager.default.fileExists(atPath: directory) else { throw Failure.missingFolder(directory) }
    interruption = try shared ?? Interruption()
    hasSignalWatch = shared != nil
    let isInteractive = respondent == .person
    let user = try Self.userEnvironment(environment, options)
    workspace = try use.workspace(directory, user, isInteractive: isInteractive, interruption)
    ProcessSecrets.hide(environment.keys.filter { SecretName.isLikely($0) })
    workspace.use(try Self.stepEnvironment(user, in: workspace, console: early), user: environment)
    // Values of these files may be secret, too.
    let redacting = early.redacting(workspace.environment.secrets)
    if case .objectsToOutput = use { console = redacting.withoutResults } else { console = redacting }
    ProgramTrace.current?.report(to: console.trace)
    let releasefile = { [directory, workspace] in
      try Self.releasefileSource(options, directory: directory, in: workspace)
    }
    // Commands that act allow them later.
    workspace.runsPrograms = false
    workspace.job = PipelineJob(environment)
    workspace.trust = Trust(in: pipeline, workspace, releasefile: use.hasReleasefile ? releasefile : nil)
    workspace.userAgent = "martlet/\(Martlet.version)"
    workspace.onHiddenFilters { [console] in console.report([.hiddenFilters]) }
    workspace.reportWait = { [console] in console.noteWait(seconds: $0, reason: $1) }
    console.detail("repository: \(workspace.root.escapedForTerminal())")
    if let pipeline { console.detail("CI: \(pipeline.summary.escapedForTerminal())") }
    for remark in pipeline?.remarks ?? [] { console.report([Diagnostic(remark, severity: .warning)]) }
  }

  /// Returns the variables of `--env-file`, and those of the process.
  static func userEnvironment(_ environment: [String: String], _ options: CommandOptions) throws -> [String: String] {
    guard let file = options.environmentFile else { return environment }
    return environment.merging(try EnvironmentFile(source(of: file, from: options.directory ?? ".")).variables) { $1 }
  }

  /// Returns the variables of the user, of `.env` and of `.env.default` at the repository's root; the first one counts.
  static func stepEnvironment(
    _ user: [String: String], in workspace: some FileReading, console: Console
  ) throws -> StepEnvironment {
    var result = StepEnvironment(user)
    for name in [".env", ".env.default"] {
      guard let source = try RelativePath(name).flatMap({ try workspace.source(at: $0) }) else { continue }
      do {
        try result.add(source)
      } catch let error as Failure {
        // The file may belong to another tool, so an invalid one is only a warning.
        console.warn(of: error)
      }
    }
    return result
  }
}

extension Session {
  /// Returns the context of planning, with `answers` for its prompts.
  func context(_ answers: TerminalAnswers, purpose: PlanningPurpose? = nil) -> PlanningContext {
    PlanningContext(
      workspace: workspace, versions: ProjectVersion(), answers: answers, pipeline: pipeline,
      purpose: purpose ?? self.purpose)
  }
}

extension Session {
  /// Lets this command send credentials, unless it only shows its plan. A user at a terminal is prompted for servers that are
  /// not allowed yet.
  func openCredentials(for action: ActionOptions) throws {
    // In an untrusted pipeline, the gate stays closed.
    guard !action.dryRun, (try? workspace.trust.check(.useCredential, before: "a credential")) != nil else { return }
    let answers = try TerminalAnswers([], agrees: false, in: self)
    workspace.credentials.open(prompt: respondent == .person ? { try answers.isConfirmed($0) } : nil)
    try workspace.lendJobToken()
  }

  /// Performs `work` without running any program that the Releasefile or the repository's own configuration names.
  func looking<Result>(_ work: () throws -> Result) rethrows -> Result {
    let runs = workspace.runsPrograms
    workspace.runsPrograms = false
    defer { workspace.runsPrograms = runs }
    return try work()
  }

  /// Returns the current project, for commands that only report.
  func draft() throws -> Draft { try draft(releasefile() ?? Releasefile()) }

  func draft(_ releasefile: Releasefile) throws -> Draft {
    let answers = try TerminalAnswers([], agrees: false, in: self)
    return Draft(of: context(answers), releasefile: releasefile, laneName: nil)
  }

  /// Returns the version to report. If tags may be missing, it is the version of the manifests.
  ///
  /// - Parameter doubt: Called with the error about missing tags.
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

  /// Returns the project, focused on the package `name`. A repository with several packages needs a name, or a tag of one.
  ///
  /// - Parameter tags: Texts that may be tags of the package, such as `Core/1.5.0`.
  func draft(ofPackage name: String?, orOfTags tags: [String] = []) throws -> Draft {
    var draft = try draft()
    let packages = draft.releasefile.packages
    let names = packages.map(\.name)
    let tagged = packages.filter { package in tags.contains { package.tagFormat.version(of: $0) != nil } }
    if let name = name ?? (tagged.count == 1 ? tagged[0].name : nil) {
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

  /// The current folder cannot be determined.
  static let currentFolderGone = Failure(
    "the current folder no longer exists, or its path is too long",
    hint: "change to an existing folder, or name one with `-C DIR`", exit: .usage)

  /// A repository with several packages, but no `--package`.
  static func severalPackages(_ names: [String]) -> Failure {
    Failure(
      "the repository has several packages, expected one of \(names.quotedList)",
      hint: "name it with `--package \(names.first ?? "NAME")`", exit: .usage)
  }
}
