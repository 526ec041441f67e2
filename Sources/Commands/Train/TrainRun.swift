import Execution
import Lanes
import MartletCore
import MartletManifests
import Processes
import Steps

/// Releases the repositories of a train: raises their requirements, then runs their lane as a separate process.
struct TrainRun {
  /// The result for one repository.
  enum Result: Equatable {
    case released(Version)
    case nothingToRelease
    case failed(ExitStatus)
    /// A repository that it needs was not released.
    case waiting(for: String)
  }

  let train: ReleaseTrain
  private(set) var results: [String: Result] = [:]
  private let list: TrainList
  private let sessions: TrainSessions
  private let lane: String
  /// Only this repository is released; nil: all.
  private let only: String?
  private let jobs: Int
  private let options: CommandOptions
  private let first: Session
  private let console: Console
  private let interruption: Interruption
  private let program: String
  /// The newest releases by identity.
  private var versions: [String: Version]

  private static let title = "train"
  private static let repetition = "run the command again: released repositories are skipped"

  init(
    _ list: TrainList, lane: String, only: String?, jobs: Int, options: CommandOptions
  ) throws {
    (self.list, self.lane, self.only, self.jobs, self.options) = (
      list, lane, only, jobs, options
    )
    for name in list.names where only == nil || only == name { try list.check(name) }
    console = Console(options, environment: Session.processEnvironment)
    interruption = try Interruption()
    let names = list.names.filter(list.hasFolder)
    let sessions = TrainSessions(list, options, interruption)
    self.sessions = sessions
    first = try sessions.session(of: only ?? names[0])
    program = try Martlet.program(in: Session.processEnvironment)
    let repositories = try names.map(sessions.repository)
    versions = try Self.otherReleases(list, repositories.filter { only == nil || $0.name == only }, in: first)
    train = try ReleaseTrain(repositories, others: versions)
    for repository in repositories { learn(repository) }
  }

  /// Whether there is a repository to release.
  var isOpen: Bool { wanted.contains(where: \.isOpen) }

  private var wanted: [ReleaseTrain.Job] { train.jobs.filter(isWanted) }

  private func isWanted(_ job: ReleaseTrain.Job) -> Bool { only == nil || job.repository.name == only }

  /// - Throws: `Failure.unapproved` without a terminal, `Failure.declined` unless the user agrees.
  func confirm(agrees: Bool) throws {
    guard !agrees else { return }
    let names = wanted.filter(\.isOpen).map(\.repository.name)
    guard first.respondent == .person else {
      throw Failure.unapproved(effects: ["the releases of \(names.quotedList)"])
    }
    let answers = try TerminalAnswers([], agrees: false, in: first)
    if try !answers.isConfirmed("Release \(names.count == 1 ? "1 repository" : "\(names.count) repositories")?") {
      throw Failure.declined
    }
  }

  /// Releases wave by wave, and continues with independent repositories after a failure.
  mutating func perform() throws {
    SignalWatch.begin(telling: interruption)
    for wave in train.waves {
      var rest = wave.filter { $0.isOpen && isWanted($0) }[...]
      while !rest.isEmpty {
        let group = try rest.prefix(jobs).filter { try begin($0) }
        rest = rest.dropFirst(jobs)
        guard !group.isEmpty else { continue }
        let commands = group.map { self.command(["run", lane, "--yes"], in: $0.repository.name) }
        let outcomes = Threads.results(commands.count) { index in
          Swift.Result { () throws(ProcessError) in try commands[index].run() }
        }
        for (job, outcome) in zip(group, outcomes) { try end(job, outcome.get()) }
        if let signal = interruption.signal {
          throw Failure("interrupted", hint: Self.repetition, exit: ExitStatus(afterSignal: signal))
        }
      }
    }
  }

  /// Makes a repository ready for its lane: finishes a run that has stopped, and commits the raised requirements.
  ///
  /// - Returns: False when the lane is not to run.
  private mutating func begin(_ job: ReleaseTrain.Job) throws -> Bool {
    let name = job.repository.name
    if let missing = job.needs.first(where: { results[$0].map(\.isFailure) ?? false }) {
      results[name] = .waiting(for: missing)
      return false
    }
    console.note(console.styled(name.escapedForTerminal(), .strong))
    do {
      let session = try sessions.session(of: name)
      if let run = try session.workspace.unfinishedRun() {
        guard run.start.call?.lane == lane || run.start.title == Self.title else {
          throw ExecutionError.unfinished(run.id, run.start)
        }
        let result = try command(["resume", "--yes"], in: name).run()
        guard result.succeeded else {
          show(result, of: name)
          results[name] = .failed(result.exitStatus)
          return false
        }
      }
      let repository = try sessions.repository(name)
      let raises = repository.raises(to: versions)
      try raise(raises, in: sessions.session(of: name))
      guard raises.isEmpty, repository.isReleased else { return true }
      try end(repository, before: job)
      return false
    } catch let error as any ExplainedError where interruption.signal == nil && !(error is InterruptedRun) {
      console.report(error.failure.naming(name).diagnostics)
      results[name] = .failed(error.failure.exit)
      return false
    }
  }

  /// Writes the versions of `raises` to the package manifests, and commits them.
  private func raise(_ raises: [DependencyRaise], in session: Session) throws {
    guard !raises.isEmpty else { return }
    var commit = CommitStep()
    let names = raises.map { "\($0.identity) \($0.version)" }.joined(separator: ", ")
    commit.message = Template(text: "fix: require \(names)")
    try LaneRunner(ActionOptions(yes: true), in: session).perform(
      raises.map { StepDeclaration(UpdateDependencyStep(package: $0.identity, version: $0.version)) }
        + [StepDeclaration(commit)], title: Self.title)
  }

  private mutating func end(_ job: ReleaseTrain.Job, _ outcome: CommandResult) throws {
    let name = job.repository.name
    guard outcome.succeeded else {
      show(outcome, of: name)
      results[name] = .failed(outcome.exitStatus)
      return
    }
    if options.verbose { show(outcome, of: name) }
    try end(sessions.repository(name), before: job)
  }

  private mutating func end(_ repository: ReleaseTrain.Repository, before job: ReleaseTrain.Job) throws {
    learn(repository)
    if let version = repository.released, repository.isReleased,
      version != job.repository.released || job.repository.isOpen
    {
      results[repository.name] = .released(version)
    } else {
      results[repository.name] = .nothingToRelease
    }
  }

  /// Records the newest release of `repository`.
  private mutating func learn(_ repository: ReleaseTrain.Repository) {
    for identity in repository.identities { versions[identity] = repository.released }
  }

  /// Returns the newest releases of listed repositories that are not cloned here, by identity. They are read from the
  /// tags at the addresses in the `Package.swift` of `repositories`.
  private static func otherReleases(
    _ list: TrainList, _ repositories: [ReleaseTrain.Repository], in session: Session
  ) throws -> [String: Version] {
    let missing = Set(list.names.filter { !list.hasFolder(of: $0) }.map(PackageDependency.identity(ofAddress:)))
    var versions: [String: Version] = [:]
    for dependency in repositories.flatMap(\.dependencies) where missing.contains(dependency.identity) {
      guard let url = dependency.url, versions[dependency.identity] == nil else { continue }
      versions[dependency.identity] = ReleaseTrain.Repository.highestRelease(
        among: try session.workspace.tagNames(at: url))
    }
    return versions
  }

  /// The lane's output goes to the terminal while it runs, except if several run at once.
  private func command(_ words: [String], in name: String) -> Command {
    let color = options.color == .auto ? [] : ["--color", options.color.rawValue]
    let flags = (options.quiet ? ["--quiet"] : []) + (options.noInput ? ["--no-input"] : []) + color
    var command = Command(
      program, words + ["-C", list.folder(of: name)] + flags, environment: Session.processEnvironment)
    command.interruption = interruption
    command.gracePeriod = .seconds(60)
    guard jobs == 1 || only != nil else {
      command.streams = .capturedTogether
      return command
    }
    command.streams = options.json ? .inheritedErrors : .inherited
    command.isInteractive = first.respondent == .person
    if command.isInteractive { command.input = .inherited }
    return command
  }

  private func show(_ result: CommandResult, of name: String) {
    guard !result.output.isEmpty else { return }
    console.pass(result.output.split(separator: .lineFeed).map(Array.init), from: name)
  }

  /// - Throws: `Failure` unless every repository was released, or has nothing to release.
  func check() throws {
    let failed = train.jobs.map(\.repository.name).filter { results[$0]?.isFailure == true }
    guard !failed.isEmpty else { return }
    let isPublic = results.values.contains { result in
      if case .released = result { return true }
      return result == .failed(.partlyPublic)
    }
    throw Failure(
      "not released: \(failed.quotedList)",
      hint: "fix the causes above, then \(Self.repetition)", exit: isPublic ? .partlyPublic : .failed)
  }
}

extension TrainRun.Result {
  var isFailure: Bool {
    switch self {
    case .failed, .waiting: true
    case .released, .nothingToRelease: false
    }
  }
}

extension CommandResult {
  /// The status of a run of Martlet; `.failed` for one that is unknown or killed.
  fileprivate var exitStatus: ExitStatus {
    guard case .exited(let status) = termination else { return .failed }
    return ExitStatus(rawValue: status) ?? .failed
  }
}
