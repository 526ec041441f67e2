import MartletCore

/// Checks the Releasefile and the manifests, like `check`.
struct ReleasefileCheck: DoctorCheck {
  static let topic = CheckReport.topic
  let session: Session

  func findings() throws -> [Finding] {
    let report = try CheckReport(of: session)
    var findings = report.findings.map { Finding.ok($0.topic, $0.file?.string == $0.topic ? $0.text : $0.line) }
    if try session.releasefileSource() == nil {
      findings.append(warn("missing", hint: session.noReleasefile.diagnostics.first?.hint))
    }
    findings += report.obstacles.map { Finding(Self.topic, .fail, $0) }
    return findings
      + report.problems.map { problem in
        switch problem.severity {
        case .error: Finding(Self.topic, .fail, problem)
        case .warning: Finding(Self.topic, .warn, problem)
        }
      }
  }
}
