import Changelogs
import Versioning

extension ReleaseNotes {
  /// A commit, as far as its message tells what is new.
  public struct Commit: Hashable, Sendable {
    /// 40 hexadecimal digits; 64 in a SHA-256 repository.
    public let id: String
    /// The whole message: header, body and footers.
    public let message: String
    /// Whether it has several parents.
    public let isMerge: Bool

    /// The commit of that id.
    ///
    /// - Parameters:
    ///   - id: 40 or 64 hexadecimal digits, as `git log --format=%H` prints them.
    ///   - message: The whole message, as `git log --format=%B` prints it.
    ///   - isMerge: Whether it has several parents.
    public init(id: String, message: String, isMerge: Bool = false) {
      self.id = id
      self.message = message
      self.isMerge = isMerge
    }
  }

  /// How much a change means to those who use what is released: which part of the version it raises.
  public enum Level: String, CaseIterable, Sendable {
    /// Nobody notices.
    case none
    /// Something is mended.
    case patch
    /// Something is new.
    case minor
    /// Something breaks.
    case major

    init(_ level: ReleaseLevel) {
      switch level {
      case .none: self = .none
      case .patch: self = .patch
      case .minor: self = .minor
      case .major: self = .major
      }
    }
  }
}

extension CommitRecord {
  /// - Throws: `MartletError` for an id that is none.
  init(_ commit: ReleaseNotes.Commit) throws(MartletError) {
    guard let id = ObjectID(commit.id) else {
      throw MartletError("`\(commit.id)` is no id of a commit, expected 40 or 64 hexadecimal digits")
    }
    self.init(
      id: id, parents: Array(repeating: id, count: commit.isMerge ? 2 : 1), author: Person(name: "", email: ""),
      message: Array(commit.message.utf8))
  }
}
