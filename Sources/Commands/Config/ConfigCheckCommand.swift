import ArgumentParser
import Environments
import Lanes
import Steps
import TextEditing

struct ConfigCheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for what is wrong in the configuration of all environments, or could be better.",
    usage: "martlet config check [--stale] [options]",
    discussion: """
      Examples:
        martlet config check                       values that are missing, drift, are repeated or unused
        martlet config check --stale               and outputs that are not what would be generated
        martlet config check --stale --env Beta    generated for this environment

      Whatever is found, the exit status is 1.
      """)

  @Flag(help: "Look at the outputs, too: each must be what would be generated for one of the environments.")
  var stale = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let query = try EnvironmentQuery(options)
    var findings = query.configuration.findings(words: try query.draft.sourceWords())
    if stale, !findings.contains(where: \.isDrift) { findings += try query.staleOutputs(environment) }
    let diagnostics = findings.map(\.diagnostic)
    let console = query.session.console
    if options.json {
      console.print(try FindingsReport(findings).json())
    } else {
      if findings.isEmpty {
        console.print(
          "ok  \(query.configuration.names.count) environments, \(query.keyCount) keys, nothing to say")
      }
      console.report(diagnostics)
    }
    guard findings.isEmpty else { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}

/// What a check found, as JSON.
struct FindingsReport: Report {
  struct Finding: Encodable {
    let kind: String
    let severity: Diagnostic.Severity
    let message: String
    let path: String?
    let line: Int?
    let hint: String?
  }

  let schema = 1
  let findings: [Finding]

  init(_ findings: [ConfigurationFinding]) {
    self.findings = findings.map { finding in
      let diagnostic = finding.diagnostic
      return Finding(
        kind: finding.kind, severity: diagnostic.severity, message: diagnostic.message,
        path: diagnostic.place?.path.string, line: diagnostic.place?.line, hint: diagnostic.hint)
    }
  }
}

extension EnvironmentQuery {
  /// How many keys the environments have, those that several have once.
  fileprivate var keyCount: Int { Set(configuration.environments.flatMap { $0.leaves.map(\.key) }).count }

  /// The outputs that are not what would be generated: for the environment that is named, otherwise for any.
  fileprivate func staleOutputs(_ options: EnvironmentOptions) throws -> [ConfigurationFinding] {
    let isNamed = options.environment != nil || options.configuration != nil
    let environments = isNamed ? [try environment(options.selection)] : configuration.environments
    return try inputs.declaration.outputs.compactMap { output in
      let existing = try draft.source(at: output.path)
      let isFresh = try environments.contains { environment in
        let file = try draft.generatedFiles(of: configuration, for: environment, [output])
        return file.first.map { Array($0.text.utf8) } == existing?.fileBytes
      }
      return isFresh ? nil : .stale(output.path, environment: isNamed ? environments.first?.name : nil)
    }
  }
}

extension ConfigurationFinding {
  /// Whether nothing can be generated because of it.
  fileprivate var isDrift: Bool { if case .drift = self { true } else { false } }
}
