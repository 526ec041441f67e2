import Git

/// Checks the author and the committer of commits and tags.
struct IdentityCheck: DoctorCheck {
  static let topic = "identity"
  let repository: Repository
  /// Seconds since 1970.
  let now: Int64

  func findings() throws -> [Finding] {
    let author = try repository.identity(.author, now: now)
    let committer = try repository.identity(.committer, now: now)
    let (one, other) = ("\(author.name) <\(author.email)>", "\(committer.name) <\(committer.email)>")
    return [ok(one == other ? one : "\(one), committed by \(other)")]
  }
}
