import MartletCore

/// The kind of an object.
package enum ObjectKind: String, Sendable {
  case commit, tree, blob, tag

  /// The maximum length of a commit or tag in bytes, far above that of any real one.
  private static let maximumMessageLength = 16 << 20
  /// More parents than any real commit has.
  private static let maximumParentCount = 4096

  private var hasMessage: Bool { self == .commit || self == .tag }

  /// Checks that an object may have that length.
  func check(length: Int) throws(Refusal) {
    guard hasMessage, length > Self.maximumMessageLength else { return }
    throw Refusal("it is a \(self) of \(length) bytes, expected at most \(Self.maximumMessageLength)")
  }

  /// Checks that `id` is the digest of the object, and that a commit has a possible number of parents. Files are not hashed,
  /// because that would take longer than reading them.
  func check(_ contents: ByteView, of id: RawObjectID) throws(Refusal) {
    guard self != .blob else { return }
    try check(length: contents.count)
    if self == .commit, contents.hasParent(Self.maximumParentCount) {
      throw Refusal("it has more than \(Self.maximumParentCount) parents")
    }
    let digest = SHA1.digest(of: Array("\(self) \(contents.count)\0".utf8), contents)
    guard RawObjectID(in: digest, at: 0) == id else { throw Refusal("its contents do not match its name") }
  }
}

extension ByteView {
  /// Returns whether a commit has the parent with that number, counted from 0.
  fileprivate func hasParent(_ number: Int) -> Bool {
    // Each line has 40 digits: `tree …`, then `parent …`.
    let start = 46 + number * 48
    return "parent ".utf8.enumerated().allSatisfy { byte(at: start + $0) == $1 }
  }
}
