import MartletCore

extension FailurePage {
  /// Returns the page as text.
  ///
  /// - Parameter width: The width of the terminal; nil for no wrapping.
  func text(titled title: String, width: Int?) -> String {
    let lines = [title, "", cause, "", state, ""].map { $0.wrapped(to: width, indentedBy: 0) }
    return (lines + remedies.map { "- \($0)".wrapped(to: width, indentedBy: 2) }).joined(separator: "\n")
  }
}
