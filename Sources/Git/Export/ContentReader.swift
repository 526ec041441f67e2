import MartletCore

/// Reads the contents of exported files, on one thread, which may differ from the thread of the walk.
package final class ContentReader {
  package typealias Content = ObjectReader.Content

  private var readers: [(objects: ObjectReader, largeFileLength: Int)] = []

  package init() {}

  /// Adds the repositories that the walk has found so far.
  package func open(_ origins: [ExportOrigin]) throws(GitError) {
    for origin in origins.dropFirst(readers.count) {
      readers.append((try ObjectReader(origin), origin.largeFileLength))
    }
  }

  /// Prepares to read entries, in this order, of which there are a few hundred at most.
  package func prefetch(_ entries: [ExportEntry]) {
    for (origin, reader) in readers.enumerated() {
      reader.objects.prefetch(
        entries.filter { entry in
          if case .given = entry.treatment { return false }
          return entry.kind != .folder && entry.origin == origin
        }.map(\.id))
    }
  }

  /// Passes the contents of a file, or the target of a link, to `receive`.
  ///
  /// - Parameter limit: The size in bytes above which files come in parts. git does not convert files above
  ///   `core.bigFileThreshold`.
  package func read(_ entry: ExportEntry, limit: Int, _ receive: (Content) throws -> Void) throws {
    if case .given(let bytes) = entry.treatment { return try receive(.whole(ByteView(bytes))) }
    guard readers.indices.contains(entry.origin) else { throw GitError.noSuchObject(entry.id) }
    let (objects, largeFileLength) = readers[entry.origin]
    var conversion: Conversion?
    if case .converted(let wanted) = entry.treatment { conversion = wanted }
    // Links are always short, and converted files are held in memory.
    let largest = entry.kind == .link ? .max : conversion == nil ? limit : max(limit, largeFileLength)
    do {
      try objects.readFile(entry.id, limit: largest) { content in
        guard case .whole(let bytes) = content, let conversion else { return try receive(content) }
        if bytes.count <= largeFileLength {
          try receive(.whole(ByteView(try conversion.applied(to: bytes.array, of: entry.id, at: entry.path))))
        } else if bytes.count > limit {
          for part in [.start(byteCount: bytes.count), .part(bytes), .end] as [Content] { try receive(part) }
        } else {
          try receive(content)
        }
      }
    } catch let error as GitError {
      try located(entry.path) { () throws(GitError) in throw error }
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
