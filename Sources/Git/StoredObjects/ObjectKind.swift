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
  func check(_ contents: ByteView, of id: ObjectID) throws(Refusal) {
    guard self != .blob else { return }
    try check(length: contents.count)
    if self == .commit, contents.hasParent(Self.maximumParentCount, digits: id.byteCount * 2) {
      throw Refusal("it has more than \(Self.maximumParentCount) parents")
    }
    guard self.id(of: contents, byteCount: id.byteCount) == id else {
      throw Refusal("its contents do not match its name")
    }
  }

  /// Returns the id of an object of this kind, of 20 bytes by SHA-1, or 32 by SHA-256.
  func id(of contents: ByteView, byteCount: Int) -> ObjectID? {
    let head = Array("\(self) \(contents.count)\0".utf8)
    return byteCount == 20
      ? ObjectID(in: SHA1.digest(of: head, contents), at: 0, byteCount: byteCount)
      : ObjectID(ContentDigest(of: head + contents.array).hex)
  }
}

extension ByteView {
  /// Returns whether a commit has the parent with that number, counted from 0.
  fileprivate func hasParent(_ number: Int, digits: Int) -> Bool {
    // Each line has an id: `tree …`, then `parent …`.
    let start = digits + 6 + number * (digits + 8)
    return "parent ".utf8.enumerated().allSatisfy { byte(at: start + $0) == $1 }
  }
}
