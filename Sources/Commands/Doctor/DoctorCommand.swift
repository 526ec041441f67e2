import ArgumentParser
import Git
import Lanes
import MartletCore

struct DoctorCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find problems that would block a release.",
    usage: "martlet doctor [options]",
    discussion: """
      Examples:
        martlet doctor
        martlet doctor --offline                   without contacting the remotes
        martlet doctor --json                      as JSON
        martlet doctor --self-test                 test Martlet on this machine

      Nothing is changed or pushed. The exit status is 0 unless a line begins with `fail`.

      `--self-test` needs no repository. It tests Martlet's guarantees on this machine in about ten seconds. Please \
      include its output in issues about failures.
      """)

  @Flag(help: "Do not contact the remotes.")
  var offline = false

  @Flag(name: .customLong("self-test"), help: "Test Martlet's guarantees in a temporary folder instead.")
  var selfTest = false

  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

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

  /// Returns all findings, and the console for them. Without a repository, only git and the toolchain are examined.
  private func look() throws -> (Console, [Finding]) {
    let session: Session
    do {
      session = try Session(options)
    } catch let error as any ExplainedError where error.failure.exit == .failed {
      let environment = Session.processEnvironment
      let checks: [any DoctorCheck] = [
        GitCheck(environment: environment),
        ToolchainCheck(environment: environment, manifest: nil),
      ]
      return (
        Console(options, environment: environment),
        checks.flatMap { $0.results() } + Finding.findings("repository", .fail, of: error)
      )
    }
    let findings = try Self.checks(of: session, readsRemotes: !offline).flatMap { $0.results() }
    return (session.console, Self.distinct(findings))
  }

  /// Returns the findings without those that another check has as well, and no milder.
  private static func distinct(_ findings: [Finding]) -> [Finding] {
    let failures = Set(findings.filter { $0.state == .fail }.map(\.message))
    var seen: Set<String> = []
    return findings.filter { $0.state != .warn || !failures.contains($0.message) }
      .filter { $0.state == .ok || seen.insert($0.message).inserted }
  }

  /// Returns the checks, in the order of the report.
  private static func checks(of session: Session, readsRemotes: Bool) throws -> [any DoctorCheck] {
    let environment = session.workspace.userEnvironment
    let repository = try Repository(containing: session.workspace.root, environment: environment)
    repository.runsOwnPrograms = false
    return [
      GitCheck(environment: environment),
      ToolchainCheck(environment: environment, manifest: try session.packageManifest()),
      CloneCheck(repository: repository),
      WorkTreeCheck(workspace: session.workspace, pipeline: session.pipeline),
      RunCheck(session: session, isOffline: !readsRemotes),
      ReleasefileCheck(session: session),
      VariablesCheck(session: session), AppStoreCheck(session: session),
      TagsCheck(session: session, repository: repository),
      IdentityCheck(repository: repository, now: session.workspace.now),
      SigningCheck(
        repository: repository, now: session.workspace.now, isInteractive: session.respondent == .person),
      RemotesCheck(session: session, repository: repository, isOffline: !readsRemotes),
      DiskCheck(repository: repository),
      PipelineCheck(session: session),
    ]
  }
}

/// The findings as JSON.
struct DoctorReport: Report {
  let schema = 1
  let findings: [Finding]
  /// Left out without a CI system.
  let pipeline: PipelineReport?

  init(_ findings: [Finding], _ pipeline: Pipeline?) {
    self.findings = findings
    self.pipeline = pipeline.map { PipelineReport($0) }
  }
}

/// The facts from the CI system as JSON. Unknown facts are left out.
struct PipelineReport: Encodable {
  struct PullRequest: Encodable {
    let number: String?
    let source: String?
    let target: String?
    /// `same-repository`, `fork`, or `unknown`, which counts as a fork.
    let origin: String
    let isFork: Bool
  }

  /// The value for `MARTLET_CI`.
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

/// A finding for the terminal: its line, and below it the hint.
struct DoctorText {
  private let finding: Finding
  private let console: Console
  private let width: Int?

  /// - Parameter width: The width of the terminal; nil for no wrapping.
  init(_ finding: Finding, console: Console, width: Int?) {
    self.finding = finding
    self.console = console
    self.width = width
  }

  func rendered() -> String {
    let state = console.styled(finding.state.rawValue.padded(to: 4), style)
    let isNarrow = (width ?? .max) < 60
    // The state is coloured after wrapping, because colour sequences have no width.
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
