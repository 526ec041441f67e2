import ArgumentParser
import Lanes
import Manifests
import Steps
import TextEditing

struct CheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the Releasefile and that all manifests agree.",
    usage: "martlet check [options]",
    discussion: """
      Examples:
        martlet check
        martlet check --json                       for programs
      """)

  @OptionGroup var options: CommandOptions

  func run() throws {
    let session = try Session(options)
    let report = try CheckReport(of: session)
    if options.json {
      session.console.print(try report.json())
    } else {
      for finding in report.findings { session.console.print("ok  \(finding.escapedForTerminal())") }
      session.console.report(report.problems)
    }
    guard report.problems.allSatisfy({ $0.severity != .error }) else { throw ExitCode(report.status.rawValue) }
  }
}

/// What a check found.
struct CheckReport: Report {
  let schema = 1
  /// What is well, a line each.
  private(set) var findings: [String] = []
  private(set) var problems: [Diagnostic] = []
  /// What the process ends with.
  private(set) var status = ExitStatus.done

  private enum CodingKeys: CodingKey {
    case schema, findings, problems
  }

  init(of session: Session) throws {
    let releasefile: Releasefile?
    do {
      releasefile = try session.releasefile()
    } catch let error as any ExplainedError {
      problems = error.diagnostics
      status = .badReleasefile
      return
    }
    if let releasefile, let source = releasefile.source {
      findings.append("\(source.path): \(releasefile.lanes.count.of("lane"))")
    }
    let draft = try session.draft()
    collect { report in try report.checkVersion(of: draft, in: session) }
    if draft.releasefile.versionSource == .manifests {
      collect { report in report.problems += try draft.inconsistencies() }
    }
    if problems.contains(where: { $0.severity == .error }) { status = .failed }
  }

  /// Does one part of the check. What stops it is a problem, unless another part has met it already.
  private mutating func collect(_ part: (inout CheckReport) throws -> Void) {
    do {
      try part(&self)
    } catch {
      let found = (error as? any ExplainedError)?.diagnostics ?? [Diagnostic("\(error)")]
      problems += found.filter { !problems.contains($0) }
    }
  }

  private mutating func checkVersion(of draft: Draft, in session: Session) throws {
    let version = try session.writtenVersion(of: draft) { doubt in
      problems += doubt.diagnostics.map { diagnostic in
        var warning = diagnostic
        warning.severity = .warning
        return warning
      }
    }
    guard draft.releasefile.versionSource == .manifests else {
      findings.append("version \(version), the highest tag")
      return
    }
    let survey = try draft.survey()
    let siteCount = survey.productSites.count
    let fileCount = Set(survey.productSites.flatMap(\.pieces).map(\.path)).count
    findings.append("version \(version), written \(siteCount.of("time")) in \(fileCount.of("file"))")
  }
}

extension Int {
  /// This many of `noun`: `1 lane`, `2 lanes`.
  func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
