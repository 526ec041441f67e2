import MartletCore

/// The help of error codes.
enum ErrorHelp {
  /// One line for each error code.
  static func list(of codes: [FailureCode], width: Int?) -> String {
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
