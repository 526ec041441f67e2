import Foundation
import Git

/// Who commits and tags are made by.
struct IdentityExamination: Examination {
  static let topic = "identity"
  let repository: Repository

  func findings() throws -> [Finding] {
    let now = Int64(Date().timeIntervalSince1970)
    let author = try repository.identity(.author, now: now)
    let committer = try repository.identity(.committer, now: now)
    let (one, other) = ("\(author.name) <\(author.email)>", "\(committer.name) <\(committer.email)>")
    return [ok(one == other ? one : "\(one), committed by \(other)")]
  }
}
