import Versioning

/// Reads what exported files hold. It belongs to one thread, which may be another than the walk's.
package final class ContentReader {
  /// What is told of a file: all of it at once, or a start, parts and an end.
  package enum Content {
    case whole(UnsafeRawBufferPointer)
    case start(byteCount: Int)
    case part(UnsafeRawBufferPointer)
    case end
  }

  private var readers: [(objects: ObjectReader, largeFileLength: Int)] = []

  package init() {}

  /// Takes note of the repositories that the walk has met by now.
  package func open(_ origins: [ExportOrigin]) {
    for origin in origins.dropFirst(readers.count) { readers.append((ObjectReader(origin), origin.largeFileLength)) }
  }

  /// Gives what a file holds, or what a link points to, to `receive`.
  ///
  /// - Parameter limit: Files of more bytes come in parts. git converts none that is longer than `core.bigFileThreshold`.
  package func read(_ entry: ExportEntry, limit: Int, _ receive: (Content) throws -> Void) throws {
    if case .given(let bytes) = entry.treatment { return try bytes.withUnsafeBytes { try receive(.whole($0)) } }
    guard readers.indices.contains(entry.origin) else { throw GitError.noSuchObject(entry.id.objectID) }
    let (objects, largeFileLength) = readers[entry.origin]
    var conversion: Conversion?
    if case .converted(let wanted) = entry.treatment { conversion = wanted }
    // Links are never so long, and what is converted is held in memory.
    let largest = conversion == nil ? limit : max(limit, largeFileLength)
    if entry.kind != .link,
      let length = try located(entry.path, { () throws(GitError) in try objects.length(of: entry.id, over: largest) })
    {
      try receive(.start(byteCount: length))
      try objects.stream(entry.id) { try receive(.part($0)) }
      return try receive(.end)
    }
    let (kind, contents) = try located(entry.path) { () throws(GitError) in try objects.read(entry.id) }
    guard kind == .blob else { throw GitError.damagedObject(entry.id.objectID, reason: "it is no file") }
    if let conversion, contents.count <= largeFileLength {
      let converted = try conversion.applied(to: Array(contents), of: entry.id, at: entry.path)
      try converted.withUnsafeBytes { try receive(.whole($0)) }
    } else if entry.kind != .link, contents.count > limit {
      // One that is made from another.
      try receive(.start(byteCount: contents.count))
      try receive(.part(contents))
      try receive(.end)
    } else {
      try receive(.whole(contents))
    }
  }
}

extension Repository {
  /// `core.bigFileThreshold`: what git does not hold in memory.
  package var largeFileLength: Int { configurationNumber("core.bigfilethreshold") ?? 512 << 20 }

  /// `tar.umask`: the mode bits that nobody gets in a tar archive.
  ///
  /// - Throws: `GitError.invalidSetting` when it is not a number: git makes no archive then, either.
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
