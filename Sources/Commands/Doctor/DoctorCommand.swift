import ArgumentParser
import Git
import Pipelines
import TextEditing

struct DoctorCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for what would keep a release from working.",
    usage: "martlet doctor [options]",
    discussion: """
      Examples:
        martlet doctor
        martlet doctor --offline                   without asking the remotes
        martlet doctor --json                      for programs
        martlet doctor --self-test                 releases, undoes and crashes in a temporary folder

      Nothing is changed, and nothing is sent. The status is 0 unless a line begins with `fail`.

      `--self-test` needs no repository. It tries what Martlet promises on this machine in about ten seconds; its lines
      belong into an issue about a machine where something fails.
      """)

  @Flag(help: "Do not ask the remotes.")
  var offline = false

  @Flag(name: .customLong("self-test"), help: "Try what Martlet promises in a temporary folder instead.")
  var selfTest = false

  @OptionGroup var options: CommandOptions

  func run() throws {
    let environment = Session.processEnvironment
    let (console, findings) =
      selfTest
      ? (Console(options, environment: environment), try SelfTest(environment: environment).findings()) : try look()
    if options.json {
      let pipeline = try Pipeline.found(in: Session.processEnvironment)
      try console.print(DoctorReport(findings, pipeline).json())
    } else {
      for finding in findings {
        try console.print(DoctorText(finding, console: console, width: console.width).rendered())
      }
    }
    guard findings.allSatisfy({ $0.state != .fail }) else { throw ExitCode(ExitStatus.failed.rawValue) }
  }

  /// All findings, and the console to show them on. Without a repository the rest is looked at all the same.
  private func look() throws -> (Console, [Finding]) {
    let session: Session
    do {
      session = try Session(options)
    } catch let error as any ExplainedError where error.failure.exit == .failed {
      let environment = Session.processEnvironment
      let examinations: [any Examination] = [
        GitExamination(environment: environment), ToolchainExamination(environment: environment, manifest: nil),
      ]
      return (
        Console(options, environment: environment),
        examinations.flatMap { $0.results() } + Finding.findings("repository", .fail, of: error)
      )
    }
    return (session.console, try Self.examinations(of: session, asksRemotes: !offline).flatMap { $0.results() })
  }

  /// What is looked at, in the order of the report.
  private static func examinations(of session: Session, asksRemotes: Bool) throws -> [any Examination] {
    let environment = session.workspace.environment
    let repository = try Repository(containing: session.workspace.root, environment: environment)
    return [
      GitExamination(environment: environment),
      ToolchainExamination(environment: environment, manifest: try session.packageManifest()),
      CloneExamination(repository: repository),
      WorkTreeExamination(workspace: session.workspace, pipeline: session.pipeline),
      RunExamination(workspace: session.workspace),
      ReleasefileExamination(session: session),
      TagsExamination(session: session, repository: repository),
      IdentityExamination(repository: repository, now: session.workspace.now),
      SigningExamination(
        repository: repository, now: session.workspace.now, isInteractive: session.respondent == .person),
      RemotesExamination(session: session, repository: repository, isOffline: !asksRemotes),
      DiskExamination(repository: repository),
      PipelineExamination(pipeline: session.pipeline),
    ]
  }
}

/// What was found as JSON.
struct DoctorReport: Report {
  let schema = 1
  let findings: [Finding]
  /// Left out where there is no CI system.
  let pipeline: PipelineReport?

  init(_ findings: [Finding], _ pipeline: Pipeline?) {
    self.findings = findings
    self.pipeline = pipeline.map { PipelineReport($0) }
  }
}

/// What a CI system says of the work that this process is part of; what it does not say is left out.
struct PipelineReport: Encodable {
  struct PullRequest: Encodable {
    let number: String?
    let source: String?
    let target: String?
    /// `same-repository`, `fork`, or `unknown`, which counts as a fork.
    let origin: String
    let isFork: Bool
  }

  /// As `MARTLET_CI` names it.
  let system: String
  let name: String
  let branch: String?
  let tag: String?
  let commit: String?
  let pullRequest: PullRequest?
  /// Not always a number.
  let buildNumber: String?

  init(_ pipeline: Pipeline) {
    system = pipeline.system.id
    name = pipeline.system.name
    (branch, tag, commit) = (pipeline.branch, pipeline.tag, pipeline.commit?.hex)
    pullRequest = pipeline.pullRequest.map {
      PullRequest(
        number: $0.number, source: $0.source, target: $0.target, origin: $0.origin.rawValue,
        isFork: $0.origin != .sameRepository)
    }
    buildNumber = pipeline.buildNumber
  }
}

/// One finding for the terminal: its line, and below it the order that mends it.
struct DoctorText {
  private let finding: Finding
  private let console: Console
  private let width: Int?

  /// - Parameter width: Of the terminal; nil: lines are as long as they are.
  init(_ finding: Finding, console: Console, width: Int?) {
    self.finding = finding
    self.console = console
    self.width = width
  }

  func rendered() -> String {
    let state = console.styled(finding.state.rawValue.padded(to: 4), style)
    let isNarrow = (width ?? .max) < 60
    // The state is coloured afterwards: signs that nobody sees have no width.
    let blank = "".padded(to: 4)
    let line =
      "\(blank)  \(finding.topic.padded(to: isNarrow ? 0 : 11))\(isNarrow ? ":" : " ") "
      + finding.message.escapedForTerminal()
    let text = line.wrapped(to: width, indentedBy: isNarrow ? 6 : 19)
    let hint = finding.hint.map { "      hint: \($0.escapedForTerminal())".wrapped(to: width, indentedBy: 6) }
    return ([state + text.dropFirst(blank.count)] + [hint].compactMap { $0 }).joined(separator: "\n")
  }

  private var style: Console.Style {
    switch finding.state {
    case .ok: .success
    case .warn: .warning
    case .fail: .failure
    }
  }
}
