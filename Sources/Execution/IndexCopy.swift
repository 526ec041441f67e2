import Foundation
import Git
import TextEditing
import Versioning

/// What was staged before a commit, so that taking the commit back brings it back, whatever its hooks have staged.
struct IndexCopy: Hashable, Sendable {
  private let before: [UInt8]?
  /// What the commit left; nil when that is not known.
  private var after: ContentDigest?
  private var paths: [RelativePath] = []

  /// The index as it is.
  init(of repository: Repository) {
    before = Self.contents(in: repository)
  }

  /// The same copy, now that a commit of `paths` has changed the index.
  func followed(byCommitOf paths: [RelativePath], in repository: Repository) -> IndexCopy {
    var copy = self
    copy.paths = paths
    copy.after = Self.contents(in: repository).map { ContentDigest(of: $0) }
    return copy
  }

  /// Makes the index what it was; where something else has been at it since the commit, only the committed paths are
  /// made what `commit` has.
  func restore(in repository: Repository, at commit: ObjectID) throws {
    if try !putBack(in: repository) { try repository.resetIndex(paths, to: commit) }
  }

  /// By git's protocol: who creates `index.lock` may put it in the place of `index`.
  ///
  /// - Returns: false when the index is not what the commit left, or is locked.
  private func putBack(in repository: Repository) throws -> Bool {
    guard let before, let after else { return false }
    let lock = "\(Self.path(in: repository)).lock"
    do throws(SystemError) {
      try Disk.create(lock, holding: before)
    } catch {
      if error.code == EEXIST { return false }
      unlink(lock)
      throw ExecutionError.cannotWrite(lock, code: error.code)
    }
    guard Self.contents(in: repository).map({ ContentDigest(of: $0) }) == after else {
      unlink(lock)
      return false
    }
    guard rename(lock, Self.path(in: repository)) == 0 else {
      let code = lastSystemError
      unlink(lock)
      throw ExecutionError.cannotWrite(Self.path(in: repository), code: code)
    }
    return true
  }

  private static func path(in repository: Repository) -> String { "\(repository.gitDirectory)/index" }

  private static func contents(in repository: Repository) -> [UInt8]? {
    try? Disk.contents(of: path(in: repository))
  }
}
