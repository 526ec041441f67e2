import TextEditing
import Versioning

/// The objects of a repository as code of ours reads them, on one thread. Of one that it cannot read it says nothing, and
/// libgit2 is asked.
final class StoredObjects {
  private let packs: PackReader?
  private let folder: String
  /// What was read last, when it was in no pack; its bytes are lent out.
  private var current: ObjectBuffer?

  /// Tags of tags that are followed; no chain of people's is as long.
  static let maximumTagDepth = 64

  /// - Parameter folder: `objects` of the git directory.
  init(_ packs: PackStore, in folder: String) {
    self.packs = PackReader(packs)
    self.folder = folder
  }

  /// What the object `id` is and holds, until the next one is read.
  func read(_ id: RawObjectID) -> (kind: ObjectReader.Kind, contents: UnsafeRawBufferPointer)? {
    if let found = packs?.read(id) { return found }
    current = LooseObject(id, in: folder)?.contents()
    return current.map { ($0.kind, $0.bytes) }
  }

  /// What the object `id` is.
  func kind(of id: RawObjectID) -> ObjectReader.Kind? { packs?.kind(of: id) ?? LooseObject(id, in: folder)?.kind }

  /// How many bytes the object `id` has, 0 for one that a pack makes from another, which is none of the large ones; nil for
  /// one that is not here.
  func length(of id: RawObjectID) -> Int? {
    packs?.lengthOfWhole(id) ?? (packs?.has(id) == true ? 0 : LooseObject(id, in: folder)?.length)
  }

  /// Gives the bytes of an object that a pack holds as a whole to `receive`, part by part.
  ///
  /// - Returns: false, with nothing given, when none does.
  func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try packs?.stream(id, receive) ?? false
  }

  /// The tree of the commit `id`, which can be read; nil when one of the two is not here, is something else, or not as it
  /// should be.
  func tree(ofCommit id: ObjectID) -> ObjectID? {
    guard let raw = RawObjectID(id), let (kind, contents) = read(raw), kind == .commit, Self.namesPeople(contents),
      let tree = CommitBytes(contents).tree, let rawTree = RawObjectID(tree),
      read(rawTree)?.kind == .tree
    else { return nil }
    return tree
  }

  /// What the object `id` leads to in the end: the target of a tag, or of the tag that that is, otherwise itself; nil where
  /// one of them is not here.
  func peeled(_ id: ObjectID) -> (id: ObjectID, kind: ObjectReader.Kind)? {
    var next = id
    for _ in 0..<Self.maximumTagDepth {
      guard let raw = RawObjectID(next), let kind = kind(of: raw) else { return nil }
      guard kind == .tag else { return (next, kind) }
      guard let (_, contents) = read(raw), let target = Self.target(ofTag: contents) else {
        return nil
      }
      next = target
    }
    return nil
  }

  /// Whether author and committer are spelled as libgit2 wants them before it takes a commit for one.
  private static func namesPeople(_ commit: UnsafeRawBufferPointer) -> Bool {
    let lines = commit.split(separator: .lineFeed, maxSplits: 64, omittingEmptySubsequences: false).prefix {
      !$0.isEmpty
    }
    return ["author ", "committer "].allSatisfy { word in
      guard let line = lines.first(where: { $0.starts(with: word.utf8) }),
        let open = line.lastIndex(of: UInt8(ascii: "<")), let close = line.lastIndex(of: UInt8(ascii: ">"))
      else { return false }
      return open < close
    }
  }

  /// The id that the first line of a tag names.
  private static func target(ofTag bytes: UnsafeRawBufferPointer) -> ObjectID? {
    let word = "object "
    guard bytes.starts(with: word.utf8), let end = bytes.firstIndex(of: .lineFeed) else { return nil }
    return RawObjectID(digits: UnsafeRawBufferPointer(rebasing: bytes[word.utf8.count..<end])).map(\.objectID)
  }
}
