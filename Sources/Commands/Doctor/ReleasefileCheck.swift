import MartletCore

/// Checks the Releasefile and the manifests, like `check`.
struct ReleasefileCheck: DoctorCheck {
  static let topic = "Releasefile"
  let session: Session

  func findings() throws -> [Finding] {
    let report = try CheckReport(of: session)
    var findings = report.findings.map { text in
      text.hasPrefix("\(Self.topic): ") ? ok(String(text.dropFirst(Self.topic.count + 2))) : Finding.ok("version", text)
    }
    if try session.releasefileSource() == nil {
      findings.append(warn("missing", hint: session.noReleasefile.diagnostics.first?.hint))
    }
    return findings
      + report.problems.map { problem in
        switch problem.severity {
        case .error: Finding(Self.topic, .fail, problem)
        case .warning: Finding(Self.topic, .warn, problem)
        }
      }
  }
}
