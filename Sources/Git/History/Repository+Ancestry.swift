extension Repository {
  /// Which commits lead to which, with all that has been found out about it before.
  ///
  /// Commits never change; by what rules history is shown may, such as when a shallow clone is deepened.
  func ancestry() throws(GitError) -> Ancestry {
    let rules = try HistoryRules(of: self)
    if let knownAncestry, knownAncestry.rules == rules { return knownAncestry }
    let ancestry = try Ancestry(rules, in: self)
    knownAncestry = ancestry
    return ancestry
  }
}
