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

      Nothing is changed, and nothing is sent. The status is 0 unless a line begins with `fail`.
      """)

  @Flag(help: "Do not ask the remotes.")
  var offline = false

  @OptionGroup var options: CommandOptions

  func run() throws {
    let (console, findings) = try look()
    if options.json {
      console.print(try DoctorReport(findings).json())
    } else {
      for finding in findings { console.print(DoctorText(finding, console: console).rendered()) }
    }
    guard findings.allSatisfy({ $0.state != .fail }) else { throw ExitCode(ExitStatus.failed.rawValue) }
  }

  /// All findings, and the console to show them on. Without a repository the rest is looked at all the same.
  private func look() throws -> (Console, [Finding]) {
    let session: Session
    do {
      session = try Session(options)
    } catch let error where error is CommandError || error is PipelineError {
      throw error
    } catch let error as any ExplainedError {
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

  init(_ findings: [Finding]) {
    self.findings = findings
  }
}

/// One finding for the terminal: its line, and below it the order that mends it.
struct DoctorText {
  private let finding: Finding
  private let console: Console

  init(_ finding: Finding, console: Console) {
    self.finding = finding
    self.console = console
  }

  func rendered() -> String {
    let state = console.styled(finding.state.rawValue.padded(to: 4), style)
    let line = "\(state)  \(finding.topic.padded(to: 11))  \(finding.message.escapedForTerminal())"
    return ([line] + (finding.hint.map { ["      hint: \($0.escapedForTerminal())"] } ?? [])).joined(separator: "\n")
  }

  private var style: Console.Style {
    switch finding.state {
    case .ok: .success
    case .warn: .warning
    case .fail: .failure
    }
  }
}
