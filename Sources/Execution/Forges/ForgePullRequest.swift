/// A pull request of a branch of the repository itself; on GitLab a merge request.
package struct ForgePullRequest: Sendable, Hashable {
  package let number: Int
  /// Without the prefix that marks a draft on GitLab and Forgejo.
  package let title: String
  /// Markdown.
  package let body: String
  package let isDraft: Bool
  package let labels: [String]
  /// The address of its web page.
  package let page: String
}

/// The text of a pull request, and the two branches that it merges.
package struct PullRequestText: Sendable, Hashable {
  /// The branch with the commits.
  package let head: String
  /// The branch that gets the commits.
  package let base: String
  package let title: String
  /// Markdown.
  package let body: String
  /// Whether it is opened as a draft.
  package let isDraft: Bool

  package init(head: String, base: String, title: String, body: String, isDraft: Bool) {
    self.head = head
    self.base = base
    self.title = title
    self.body = body
    self.isDraft = isDraft
  }
}

extension String {
  /// This title without the mark of a draft.
  func removing(_ draftPrefix: String?) -> String {
    draftPrefix.flatMap { hasPrefix($0) ? String(dropFirst($0.count)) : nil } ?? self
  }
}
