import MartletChangelogs
import MartletCore

extension ReleaseNotes {
  /// A commit with its message.
  public struct Commit: Hashable, Sendable {
    /// 40 hexadecimal digits; 64 in a SHA-256 repository.
    public let id: String
    /// The whole message: header, body and footers.
    public let message: String
    /// Whether it has several parents.
    public let isMerge: Bool

    /// Creates a commit.
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

  /// The effect of a change on the users of a release: the part of the version that it raises.
  public enum Level: String, CaseIterable, Sendable {
    /// No visible change.
    case none
    /// A fix.
    case patch
    /// A new feature.
    case minor
    /// A breaking change.
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
  /// - Throws: `MartletError` for an invalid id.
  init(_ commit: ReleaseNotes.Commit) throws(MartletError) {
    guard let id = ObjectID(commit.id) else {
      throw MartletError("`\(commit.id)` is not a commit id, expected 40 or 64 hexadecimal digits")
    }
    self.init(
      id: id, parents: Array(repeating: id, count: commit.isMerge ? 2 : 1), author: Person(name: "", email: ""),
      message: Array(commit.message.utf8))
  }
}
