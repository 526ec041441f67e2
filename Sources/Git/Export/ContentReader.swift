import MartletCore

/// Reads the contents of exported files, on one thread, which may differ from the thread of the walk.
package final class ContentReader {
  /// The contents of a file: all at once, or a start, parts and an end.
  package enum Content {
    case whole(ByteView)
    case start(byteCount: Int)
    case part(ByteView)
    case end
  }

  private var readers: [(objects: ObjectReader, largeFileLength: Int)] = []

  package init() {}

  /// Adds the repositories that the walk has found so far.
  package func open(_ origins: [ExportOrigin]) {
    for origin in origins.dropFirst(readers.count) { readers.append((ObjectReader(origin), origin.largeFileLength)) }
  }

  /// Passes the contents of a file, or the target of a link, to `receive`.
  ///
  /// - Parameter limit: The size in bytes above which files come in parts. git does not convert files above
  ///   `core.bigFileThreshold`.
  package func read(_ entry: ExportEntry, limit: Int, _ receive: (Content) throws -> Void) throws {
    if case .given(let bytes) = entry.treatment { return try receive(.whole(ByteView(bytes))) }
    guard readers.indices.contains(entry.origin) else { throw GitError.noSuchObject(entry.id.objectID) }
    let (objects, largeFileLength) = readers[entry.origin]
    var conversion: Conversion?
    if case .converted(let wanted) = entry.treatment { conversion = wanted }
    // Links are always short, and converted files are held in memory.
    let largest = conversion == nil ? limit : max(limit, largeFileLength)
    if entry.kind != .link,
      let length = try located(entry.path, { () throws(GitError) in try objects.length(of: entry.id, over: largest) })
    {
      try receive(.start(byteCount: length))
      try objects.stream(entry.id) { try receive(.part($0)) }
      return try receive(.end)
    }
    let (kind, contents) = try located(entry.path) { () throws(GitError) in try objects.read(entry.id) }
    guard kind == .blob else {
      throw GitError.unusableObject(entry.id.objectID, reason: "it is a \(kind), expected a blob")
    }
    if let conversion, contents.count <= largeFileLength {
      let converted = try conversion.applied(to: contents.array, of: entry.id, at: entry.path)
      try receive(.whole(ByteView(converted)))
    } else if entry.kind != .link, contents.count > limit {
      // The object is stored as a delta.
      try receive(.start(byteCount: contents.count))
      try receive(.part(contents))
      try receive(.end)
    } else {
      try receive(.whole(contents))
    }
  }
}

extension Repository {
  /// `core.bigFileThreshold`: the size in bytes above which git does not load a file into memory.
  package var largeFileLength: Int { configurationNumber("core.bigfilethreshold") ?? 512 << 20 }

  /// Returns `tar.umask`: the mode bits that are removed in a tar archive.
  ///
  /// - Throws: `GitError.invalidSetting` when it is not a number: git then makes no archive either.
  package func archiveUmask() throws(GitError) -> UInt32 {
    var umask: UInt32 = 0o002
    for value in configurationValues("tar.umask") {
      if value == "user" {
        umask = Files.userMask
      } else if let number = ConfigurationValue.number(value) {
        umask = UInt32(truncatingIfNeeded: number)
      } else {
        throw .invalidSetting("tar.umask", value: value, expected: "a number such as `0022`, or `user`")
      }
    }
    return umask
  }
}
