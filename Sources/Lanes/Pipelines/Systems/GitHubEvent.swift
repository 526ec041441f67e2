import MartletCore

/// The event file of GitHub and compatible systems
/// (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
struct GitHubEvent {
  private let value: DocumentValue

  /// Returns nil for invalid JSON, and for files above the size limit.
  init?(_ bytes: [UInt8]) {
    guard let path = RelativePath("event.json"), let source = try? SourceText(path: path, fileBytes: bytes),
      let value = try? DocumentFormat.json.value(of: source)
    else { return nil }
    self.value = value
  }

  /// The number of the pull request.
  var number: String? { value["pull_request"]?["number"]?.word }

  /// The source repository of the pull request; also nil when it was deleted.
  var sourceRepository: String? { value["pull_request"]?["head"]?["repo"]?["full_name"]?.text }

  /// The number of the pull request with the comment of an `issue_comment` event; nil for a comment on an issue. The
  /// event does not contain the repository of its commits.
  var commentedPullRequest: String? {
    value["issue"].flatMap { $0["pull_request"] == nil ? nil : $0["number"]?.word }
  }

  /// The preceding run in a `workflow_run` event, which may be one of a pull request.
  var precedingRun: PrecedingRun? {
    guard let run = value["workflow_run"], let event = run["event"]?.text else { return nil }
    return PrecedingRun(
      event: event, branch: run["head_branch"]?.text, commit: run["head_sha"]?.text.flatMap { ObjectID($0) },
      repository: run["head_repository"]?["full_name"]?.text,
      number: run["pull_requests"]?.elements.first?["number"]?.word)
  }

  struct PrecedingRun {
    let event: String
    let branch: String?
    let commit: ObjectID?
    let repository: String?
    let number: String?
  }
}

extension DocumentValue {
  fileprivate var word: String? { if case .word(let word) = content { word } else { nil } }
}
