import MartletCore

extension CISystem {
  package static let github = CISystem(
    "github", name: "GitHub Actions", configuration: [".github/workflows/"],
    isDetected: { $0["GITHUB_ACTIONS"] != nil }, read: { $0.readGitHub($1) }, log: .gitHub,
    wholeClone: .gitHub,
    pipeline: PipelineFile(
      path: ".github/workflows/release.yml", template: .github, forge: .github,
      tokenVariable: "GITHUB_TOKEN"))

  package static let forgejo = CISystem(
    "forgejo", name: "Forgejo Actions", configuration: [".forgejo/workflows/"],
    isDetected: { $0["FORGEJO_ACTIONS"] != nil }, imitates: ["gitea", "github"], read: { $0.readGitHub($1) },
    log: .gitHub, wholeClone: .gitHub,
    pipeline: PipelineFile(
      path: ".forgejo/workflows/release.yml", template: .github, runner: "docker",
      macRunner: "macos", forge: .forgejo, tokenVariable: "FORGEJO_TOKEN"))

  package static let gitea = CISystem(
    "gitea", name: "Gitea Actions", configuration: [".gitea/workflows/"],
    isDetected: { $0["GITEA_ACTIONS"] != nil }, imitates: ["github"], read: { $0.readGitHub($1) }, log: .gitHub,
    wholeClone: .gitHub)

  /// Whether it has the variables, files and workflow commands of GitHub Actions.
  package var isGitHubLike: Bool { id == Self.github.id || imitates.contains(Self.github.id) }
}

extension CloneRemedy {
  fileprivate static let gitHub = CloneRemedy(
    place: "below the step with `actions/checkout`", lines: ["with:", "  fetch-depth: 0"])
}

extension LogMarkup {
  fileprivate static let gitHub = LogMarkup(
    beginning: { "::group::" + $0.title.escapedForData }, end: { _, _ in "::endgroup::" }, annotation: workflowCommand)

  /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
  private static func workflowCommand(for diagnostic: Diagnostic) -> String? {
    guard let place = diagnostic.place else { return nil }
    let lines = [diagnostic.message] + diagnostic.notes + (diagnostic.hint.map { ["hint: \($0)"] } ?? [])
    let text = lines.map { $0.escapedForTerminal().withoutLogCommands() }.joined(separator: "\n")
    return "::\(diagnostic.severity.rawValue) file=\(place.path.string.escapedForProperty),line=\(place.line)"
      + ",col=\(place.column),title=martlet::\(text.escapedForData)"
  }
}

// Escaped like in `@actions/core` (`command.ts` of actions/toolkit).
extension String {
  fileprivate var escapedForData: String {
    replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D").replacing(
      "\n", with: "%0A")
  }

  fileprivate var escapedForProperty: String {
    escapedForData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

// https://docs.github.com/en/actions/reference/workflows-and-actions/variables; Gitea and Forgejo set the same ones.
extension Pipeline {
  /// The events that only users with write access cause, and that build a commit of this repository
  /// (https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows). Anybody causes
  /// the others, such as `issues` and `fork`.
  private static let eventsOfWriters = [
    "create", "delete", "deployment", "push", "release", "repository_dispatch", "schedule", "workflow_dispatch",
  ]

  /// Gitea and Forgejo have more events of pull requests than GitHub, such as `pull_request_sync`.
  private static func isOfPullRequest(_ event: String) -> Bool { event.hasPrefix("pull_request") }

  fileprivate mutating func readGitHub(_ variables: PipelineVariables) {
    let event = variables.event.flatMap(GitHubEvent.init)
    commit = variables.commit("GITHUB_SHA")
    buildNumber = variables["GITHUB_RUN_NUMBER"]
    server = variables["GITHUB_SERVER_URL"]
    let reference = variables["GITHUB_REF"] ?? ""
    if reference.hasPrefix("refs/heads/") {
      branch = variables.branch("GITHUB_REF")
    } else if reference.hasPrefix("refs/tags/") {
      tag = variables.tag("GITHUB_REF")
    }
    let name = variables["GITHUB_EVENT_NAME"] ?? ""
    if Self.isOfPullRequest(name) || reference.hasPrefix("refs/pull/") {
      pullRequest = PullRequest(
        number: event?.number ?? Self.number(in: reference), source: variables.branch("GITHUB_HEAD_REF"),
        target: variables.branch("GITHUB_BASE_REF"), origin: Self.origin(event, in: variables))
    } else if name == "merge_group" {
      // `gh-readonly-queue/main/pr-12-1a2b3c4`: commits that are on no branch yet.
      let target = branch?.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
      pullRequest = PullRequest(target: target, origin: .unknown)
      branch = nil
    } else if name == "workflow_run" {
      readPrecedingRun(event, in: variables)
    } else if let number = event?.commentedPullRequest {
      pullRequest = PullRequest(number: number, origin: .unknown)
    } else if !Self.eventsOfWriters.contains(name) {
      unknownEvent = name
    }
  }

  /// Reads the pull request of the preceding run, which is one of unknown origin when the event cannot be read.
  private mutating func readPrecedingRun(_ event: GitHubEvent?, in variables: PipelineVariables) {
    guard let run = event?.precedingRun else {
      pullRequest = PullRequest(origin: .unknown)
      return
    }
    if Self.isOfPullRequest(run.event) {
      pullRequest = PullRequest(
        number: run.number, source: run.branch, origin: .init(run.repository, in: variables["GITHUB_REPOSITORY"]))
    } else if !Self.eventsOfWriters.contains(run.event) {
      unknownEvent = run.event
    } else {
      (branch, commit) = (run.branch ?? branch, run.commit ?? commit)
    }
  }

  private static func origin(_ event: GitHubEvent?, in variables: PipelineVariables) -> PullRequest.Origin {
    .init(event?.sourceRepository, in: variables["GITHUB_REPOSITORY"])
  }

  /// The 12 of `refs/pull/12/merge`.
  private static func number(in reference: String) -> String? {
    let parts = reference.split(separator: "/")
    return parts.count > 2 && parts[1] == "pull" ? String(parts[2]) : nil
  }
}
