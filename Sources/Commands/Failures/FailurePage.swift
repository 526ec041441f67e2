import MartletCore

/// The page of an error code.
struct FailurePage: Equatable {
  /// What has happened, and why.
  let cause: String
  /// What was changed, and whether it is public.
  let state: String
  /// What to do, most likely first.
  let remedies: [String]

  /// The pages of `FailurePages.md` by their codes. Each has the code as its heading, a paragraph for the cause, one for the
  /// state, and the list of remedies.
  fileprivate static let all: [String: FailurePage] = {
    let text = "\n" + String(decoding: PackageResources.FailurePages_md, as: UTF8.self)
    return text.split(separator: "\n## ").reduce(into: [:]) { pages, page in
      let parts = page.split(separator: "\n\n", maxSplits: 3).map(String.init)
      guard parts.count == 4 else { return }
      let remedies = parts[3].split(separator: "\n").map { String($0.dropFirst("- ".count)) }
      pages[parts[0]] = FailurePage(cause: parts[1], state: parts[2], remedies: remedies)
    }
  }()

  /// Returns the page as text.
  ///
  /// - Parameter width: The width of the terminal; nil for no wrapping.
  func text(titled title: String, width: Int?) -> String {
    let lines = [title, "", cause, "", state, ""].map { $0.wrapped(to: width, indentedBy: 0) }
    return (lines + remedies.map { "- \($0)".wrapped(to: width, indentedBy: 2) }).joined(separator: "\n")
  }
}

extension FailureCode {
  /// The page of this error code. `FailurePagesTests` checks that each code has one.
  var page: FailurePage { FailurePage.all[rawValue] ?? FailurePage(cause: "", state: "", remedies: []) }
}
