import MartletCore

/// The objects of a repository, as `git cat-file` prints them. Replaced objects (git-replace(1)) are read as they are.
final class ObjectDatabase {
  private let makeSource: () -> ObjectSource
  /// Nil until an object is read.
  private var stored: ObjectStore?

  init(_ makeSource: @escaping () -> ObjectSource) {
    self.makeSource = makeSource
  }

  /// Ends the program that reads the objects; the next read starts another one.
  func close() { stored = nil }

  /// Returns the kind of the object `id`; nil when it is missing.
  ///
  /// - Throws: `GitError.unusableObject` for an object that is refused, such as a damaged one. So do the other functions.
  func kind(of id: ObjectID) throws(GitError) -> ObjectKind? {
    do throws(ObjectError) {
      return try store.header(of: id)?.kind
    } catch {
      throw GitError(error)
    }
  }

  /// Returns the object `id`; nil when it is missing.
  func read(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, contents: ByteView)? {
    do throws(ObjectError) {
      return try store.read(id)
    } catch {
      throw GitError(error)
    }
  }

  /// Returns the bytes of the object `id`, which is a `kind`.
  ///
  /// - Throws: `GitError.noSuchObject` for a missing object, or one of another kind.
  func bytes(of id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    guard let found = try read(id), found.kind == kind else { throw .noSuchObject(id) }
    return found.contents.array
  }

  /// Returns the commit that the reference `name` leads to, if the running program finds one.
  func commit(ofReference name: String) -> ObjectID? { stored?.commit(ofReference: name) }

  func tree(_ id: ObjectID) throws(GitError) -> TreeObject { TreeObject(try bytes(of: id, .tree), of: id) }

  /// Throws for a tree with more nested folders than git can read recursively.
  func checkNesting(ofTree id: ObjectID) throws(GitError) {
    var folders = [(id: id, depth: 1)]
    while let folder = folders.popLast() {
      guard folder.depth <= TreeObject.maximumDepth else { throw .tooDeep(folder.id) }
      // git reports a missing one.
      guard let found = try read(folder.id) else { continue }
      var tree = TreeObject(found.contents.array, of: folder.id)
      while let entry = try? tree.next() {
        if entry.kind == .folder { folders.append((entry.id, folder.depth + 1)) }
      }
    }
  }

  private var store: ObjectStore {
    if let stored { return stored }
    let store = ObjectStore(makeSource())
    stored = store
    return store
  }
}

extension GitError {
  /// A folder below too many others.
  static func tooDeep(_ id: ObjectID) -> GitError {
    .unusableObject(id, reason: "it is a folder below more than \(TreeObject.maximumDepth - 1) others")
  }

  static func invalidTree(_ id: ObjectID) -> GitError { .unusableObject(id, reason: "it is not a valid tree") }
}

extension TreeObject {
  /// Returns the rest of the entries.
  ///
  /// - Throws: `GitError.unusableObject` for invalid bytes.
  func entries() throws(GitError) -> [Entry] {
    var (tree, entries) = (self, [Entry]())
    do throws(DamagedTree) {
      while let entry = try tree.next() { entries.append(entry) }
    } catch {
      throw .invalidTree(id)
    }
    return entries
  }
}
