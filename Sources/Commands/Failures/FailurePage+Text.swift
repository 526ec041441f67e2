import TextEditing

extension FailurePage {
  /// For people.
  ///
  /// - Parameter width: Of the terminal; nil: lines are as long as they are.
  func text(titled title: String, width: Int?) -> String {
    let lines = [title, "", cause, "", state, ""].map { $0.wrapped(to: width, indentedBy: 0) }
    return (lines + remedies.map { "- \($0)".wrapped(to: width, indentedBy: 2) }).joined(separator: "\n")
  }
}
