import Pipelines
import TextEditing

/// What a CI system wants to find in a log: signs that fold parts of it, and problems that it shows beside the files.
///
/// All that is put between such signs is escaped as the system wants it, and nothing else of a log may look like one.
struct LogMarkup: Hashable, Sendable {
  let system: PipelineSystem

  /// One part of a log.
  struct Section: Hashable, Sendable {
    let title: String
    /// Seconds since 1970: GitLab shows how long it took.
    let start: Int64
    /// A number of its own within the log.
    let number: Int
  }

  init(system: PipelineSystem) {
    self.system = system
  }

  /// What the CI system wants that these variables tell of; nil outside of CI.
  init?(_ environment: [String: String]) {
    guard let pipeline = try? Pipeline.found(in: environment, event: nil) else { return nil }
    system = pipeline.system
  }

  /// The line that begins `section`; nil where a log cannot be folded.
  func beginning(of section: Section) -> String? {
    switch system {
    case .github, .gitea, .forgejo: "::group::" + section.title.escapedForData
    // https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections
    case .gitlab:
      "\u{1B}[0Ksection_start:\(section.start):martlet_\(section.number)[collapsed=true]\r\u{1B}[0K" + section.title
    case .buildkite: "--- " + section.title
    case .azure: "##[group]" + section.title
    case .woodpecker, .xcodeCloud, .circleci, .bitrise, .bitbucket, .jenkins, .other: nil
    }
  }

  /// The line that ends `section` at `now`; nil where nothing does.
  func end(of section: Section, at now: Int64) -> String? {
    switch system {
    case .github, .gitea, .forgejo: "::endgroup::"
    case .gitlab: "\u{1B}[0Ksection_end:\(now):martlet_\(section.number)\r\u{1B}[0K"
    case .azure: "##[endgroup]"
    case .buildkite, .woodpecker, .xcodeCloud, .circleci, .bitrise, .bitbucket, .jenkins, .other: nil
    }
  }

  /// The line that has `diagnostic` shown at its place; nil for one without a place, and where no log can do that.
  ///
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
  func annotation(of diagnostic: Diagnostic) -> String? {
    guard system.isGitHubLike, let place = diagnostic.place else { return nil }
    let lines = [diagnostic.message] + diagnostic.notes + (diagnostic.hint.map { ["hint: \($0)"] } ?? [])
    let text = lines.map { $0.escapedForTerminal().withoutLogOrders() }.joined(separator: "\n")
    return "::\(diagnostic.severity.rawValue) file=\(place.path.string.escapedForProperty),line=\(place.line)"
      + ",col=\(place.column),title=martlet::\(text.escapedForData)"
  }
}

// As `@actions/core` escapes them (`command.ts` of actions/toolkit).
extension String {
  fileprivate var escapedForData: String {
    replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D").replacing(
      "\n", with: "%0A")
  }

  fileprivate var escapedForProperty: String {
    escapedForData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
