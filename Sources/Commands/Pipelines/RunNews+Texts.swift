import Execution
import Lanes
import TextEditing

// The forms in which CI systems take values from one step to the next.
extension RunNews {
  /// Lines for the file that `GITHUB_OUTPUT` names. What ends a value is `delimiter`, which nobody else knew before.
  ///
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
  func gitHubOutputs(delimiter: String) -> String {
    values.map { "\($0.name)<<\(delimiter)\n\($0.value)\n\(delimiter)\n" }.joined()
  }

  /// The values as the lines of a `.env` file that GitLab takes for a report and a shell for assignments, which need no
  /// quotes.
  ///
  /// - Returns: also the names of the variables that are left out, because their values would be more than text to one of
  ///   the two.
  func environmentFile() -> (text: String, omitted: [String]) {
    let lines = values.map { ("MARTLET_\($0.name.uppercased())", $0.value) }
    let (plain, other) = (lines.filter { $0.1.isPlain }, lines.filter { !$0.1.isPlain })
    return (plain.map { "\($0.0)=\($0.1)\n" }.joined(), other.map(\.0))
  }
}

extension String {
  /// Whether it is the same quoted and not, to a shell, in a `.env` file and to GitLab.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { $0.isIdentifier || $0.isDigit || "-._/+@:,".utf8.contains($0) }
  }
}

/// The file `martlet-result.json`.
struct ResultReport: Report {
  let schema = 1
  private let values: [String: String]
  private let entries: [EntryReport]
  private let `public`: [String]
  private let errors: [Diagnostic]

  init(_ news: RunNews, console: Console) {
    values = Dictionary(news.values.map { ($0.name, $0.value) }) { $1 }
    `public` = news.publicNames.map(console.redacted)
    switch news.ending {
    case .planned:
      entries = news.planned.map { EntryReport($0).masked(by: console) }
      errors = []
    case .done(let result):
      entries = news.planned.map {
        EntryReport($0, commit: result.commits[$0.number], archive: result.archives[$0.number]).masked(by: console)
      }
      errors = []
    case .failed(let error, _):
      entries = news.planned.map { EntryReport($0).masked(by: console) }
      errors = error.explained.map { $0.redacted(by: console) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case schema, lane, outcome, version, previousVersion, tag, branch, commit, entries, `public`, errors
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    let named: [(String, CodingKeys)] = [
      ("lane", .lane), ("outcome", .outcome), ("version", .version), ("previous_version", .previousVersion),
      ("tag", .tag), ("branch", .branch), ("commit", .commit),
    ]
    for (name, key) in named { try container.encodeIfPresent(values[name], forKey: key) }
    try container.encode(entries, forKey: .entries)
    try container.encode(`public`, forKey: .public)
    try container.encode(errors, forKey: .errors)
  }
}

extension Error {
  /// What there is to say about it.
  var explained: [Diagnostic] { (self as? any ExplainedError)?.diagnostics ?? [Diagnostic("\(self)")] }
}

extension Diagnostic {
  fileprivate func redacted(by console: Console) -> Diagnostic {
    var diagnostic = self
    diagnostic.message = console.redacted(message)
    diagnostic.notes = notes.map(console.redacted)
    diagnostic.hint = hint.map(console.redacted)
    diagnostic.excerpt = nil
    return diagnostic
  }
}
