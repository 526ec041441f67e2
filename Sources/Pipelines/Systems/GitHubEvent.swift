import Documents
import TextEditing

/// What happened, as GitHub and its kin tell it in a file
/// (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
struct GitHubEvent {
  private let value: DocumentValue

  /// Nil for what is no JSON; larger files than any person's are not read either.
  init?(_ bytes: [UInt8]) {
    guard let path = RelativePath("event.json"), let source = try? SourceText(path: path, fileBytes: bytes),
      let value = try? DocumentFormat.json.value(of: source)
    else { return nil }
    self.value = value
  }

  /// The number of the pull request that it is about.
  var number: String? { value["pull_request"]?["number"]?.word }

  /// The repository that the pull request comes from; nil also when that has been deleted.
  var sourceRepository: String? { value["pull_request"]?["head"]?["repo"]?["full_name"]?.text }

  /// The run that this one follows, as `workflow_run` has it: it may have been one of a pull request.
  var precedingRun: PrecedingRun? {
    guard let run = value["workflow_run"], let event = run["event"]?.text else { return nil }
    return PrecedingRun(
      event: event, branch: run["head_branch"]?.text, repository: run["head_repository"]?["full_name"]?.text,
      number: run["pull_requests"]?.elements.first?["number"]?.word)
  }

  struct PrecedingRun {
    let event: String
    let branch: String?
    let repository: String?
    let number: String?
  }
}

extension DocumentValue {
  fileprivate var word: String? { if case .word(let word) = content { word } else { nil } }
}
