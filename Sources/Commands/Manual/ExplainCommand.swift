import ArgumentParser
import MartletCore

struct ExplainCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an error code.",
    usage: "martlet explain [<code>] [options]",
    discussion: """
      Examples:
        martlet explain                            all error codes, one line each
        martlet explain tag-taken                  its cause and its fix
      """)

  @Argument(
    help: "The error code, printed after `more:`.", completion: .list(FailureCode.allCases.map(\.rawValue)))
  var code: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let console = Console(options, environment: Session.processEnvironment)
    guard let code else {
      return try console.print(
        try options.json
          ? FailureReport(FailureCode.allCases).json() : Self.list(of: FailureCode.allCases, width: console.width))
    }
    guard let failure = FailureCode(rawValue: code) else {
      throw Failure.unknownCode(code, known: FailureCode.allCases.map(\.rawValue))
    }
    try console.print(
      options.json ? FailureReport([failure]).json() : failure.page.text(titled: code, width: console.width))
  }

  private static func list(of codes: [FailureCode], width: Int?) -> String {
    let column = codes.map(\.rawValue.count).max() ?? 0
    let indentation = (width ?? .max) < 60 ? 2 : column + 2
    return codes.map { code in
      "\(code.rawValue.padded(to: column))  \(code.page.cause)".wrapped(to: width, indentedBy: indentation)
    }.joined(separator: "\n")
  }
}

/// The pages of error codes as JSON.
struct FailureReport: Report {
  struct Page: Encodable {
    let code: String
    let cause: String
    let state: String
    let remedies: [String]
  }

  let schema = 1
  let failures: [Page]

  init(_ codes: [FailureCode]) {
    failures = codes.map { code in
      Page(code: code.rawValue, cause: code.page.cause, state: code.page.state, remedies: code.page.remedies)
    }
  }
}

extension Failure {
  static func unknownCode(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown error code `\(name)`",
      hint: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet explain`", exit: .usage)
  }
}
