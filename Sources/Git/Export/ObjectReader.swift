import MartletCore

/// Reads objects for an export, on one thread: by libgit2, but for ids by SHA-256, which libgit2 does not know. Replaced
/// objects (git-replace(1)) are read as their replacements.
package final class ObjectReader {
  /// The contents of a file: all at once, or a start, parts and an end.
  package enum Content {
    case whole(ByteView)
    case start(byteCount: Int)
    case part(ByteView)
    case end
  }

  private let origin: ExportOrigin
  private let stored: ObjectStore
  private let library: LibGit2Objects?

  private static let partLength = 1 << 18

  package init(_ origin: ExportOrigin) throws(GitError) {
    self.origin = origin
    stored = ObjectStore(origin.objects)
    library = origin.idLength == 20 ? try LibGit2Objects(stored) : nil
  }

  package convenience init(_ repository: Repository) throws(GitError) {
    try self.init(try ExportOrigin(repository))
  }

  /// Reads the object `id`.
  ///
  /// - Throws: `GitError.missingObject`, or `.unusableObject` for one that is refused.
  package func read(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, bytes: [UInt8]) {
    let real = real(id)
    let found =
      if let library {
        try library.read(real)
      } else {
        try fromStore { () throws(ObjectError) in try stored.read(real).map { ($0.kind, $0.contents.array) } }
      }
    guard let found else { throw missing(id) }
    return found
  }

  /// Returns the bytes of the object `id`, which must be a `kind`.
  func bytes(of id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    let (found, bytes) = try read(id)
    guard found == kind else { throw unexpected(id, found, kind) }
    return bytes
  }

  /// Returns the entries of the tree `id`, in its order.
  func entries(ofTree id: ObjectID) throws(GitError) -> [TreeObject.Entry] {
    guard let library else { return try TreeObject(bytes(of: id, .tree), of: id).entries() }
    guard let entries = try library.entries(ofTree: real(id)) else {
      // Missing, or of another kind.
      throw unexpected(id, try read(id).kind, .tree)
    }
    return entries
  }

  /// Requests files that are then read in this order.
  func prefetch(_ ids: [ObjectID]) { stored.prefetch(ids.map(real)) }

  /// Passes the contents of the file or link `id` to `receive`, in parts above `limit` bytes.
  ///
  /// - Throws: `GitError` as above, also for other objects; the error of `receive`.
  func readFile(_ id: ObjectID, limit: Int, _ receive: (Content) throws -> Void) throws {
    let real = real(id)
    let stream = try library?.open(real)
    let header: ObjectHeader? =
      if library == nil {
        try fromStore { () throws(ObjectError) in try stored.open(real) }
      } else {
        stream.map { ObjectHeader(kind: $0.kind, length: $0.length) }
      }
    guard let header else { throw missing(id) }
    guard header.kind == .blob else { throw unexpected(id, header.kind, .blob) }
    func part(_ count: Int) throws(GitError) -> ByteView {
      let bytes =
        AvailableMemory.holds(count)
        ? try ByteView(
          count: count,
          by: { buffer throws(GitError) in
            guard stream == nil else { return try stream?.read(into: buffer) ?? () }
            try fromStore { () throws(ObjectError) in try stored.readOpened(into: buffer) }
          }) : nil
      guard let bytes else { throw GitError(ObjectError.tooLarge(id, count)) }
      return bytes
    }
    guard header.length > limit else { return try receive(.whole(try part(header.length))) }
    try receive(.start(byteCount: header.length))
    for start in stride(from: 0, to: header.length, by: Self.partLength) {
      try receive(.part(try part(min(Self.partLength, header.length - start))))
    }
    try receive(.end)
  }

  private func fromStore<Value>(_ read: () throws(ObjectError) -> Value) throws(GitError) -> Value {
    do throws(ObjectError) {
      return try read()
    } catch {
      throw GitError(error)
    }
  }

  private func missing(_ id: ObjectID) -> GitError {
    .missingObject(id, path: nil, isPartialClone: origin.objects.isPartial)
  }

  private func unexpected(_ id: ObjectID, _ found: ObjectKind, _ expected: ObjectKind) -> GitError {
    .unusableObject(id, reason: "it is a \(found), expected a \(expected)")
  }

  private func real(_ id: ObjectID) -> ObjectID {
    origin.replacements.isEmpty ? id : origin.replacements[id] ?? id
  }
}

extension Repository {
  /// Whether the repository is a partial clone, which fetches missing objects on demand.
  var isPartialClone: Bool {
    configuration("extensions.partialclone") != nil
      || remoteNames().contains { configurationFlag("remote.\($0).promisor") == true }
  }

  /// Returns the replacements of objects by their IDs: the references of git-replace(1).
  func replacements() throws(GitError) -> [ObjectID: ObjectID] {
    if let knownReplacements { return knownReplacements }
    guard environment["GIT_NO_REPLACE_OBJECTS"] == nil, configurationFlag("core.usereplacerefs") != false else {
      return [:]
    }
    var found: [ObjectID: ObjectID] = [:]
    for (name, object) in try references(below: "refs/replace/") {
      if let id = ObjectID(String(name.dropFirst("refs/replace/".count))) { found[id] = object }
    }
    knownReplacements = found
    return found
  }
}
