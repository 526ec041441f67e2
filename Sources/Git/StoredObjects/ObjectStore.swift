import MartletCore
import Processes

/// The objects of a repository, as `git cat-file` prints them, for one thread.
///
/// A missing object is nil. A damaged one, or one beyond a limit, is refused. git does not compare an object with its name,
/// so that is done here for all but files.
package final class ObjectStore {
  /// The contents of a file: all at once, or a start, parts and an end.
  package enum Content {
    case whole(ByteView)
    case start(byteCount: Int)
    case part(ByteView)
    case end
  }

  private let source: ObjectSource
  /// `git cat-file --batch` and `--batch-check`; nil while they are not needed.
  private var reader: Coprocess?
  private var checker: Coprocess?
  /// The objects that were requested and not read.
  private var expected: ArraySlice<RawObjectID> = []

  private static let partLength = 1 << 18

  package init(_ source: ObjectSource) {
    self.source = source
  }

  /// Returns the kind and the length in bytes of the object `id`, which is not read; nil when it is missing.
  package func header(of id: RawObjectID) throws(ObjectError) -> ObjectHeader? {
    let checker = try program(checker, "--batch-check", for: id)
    self.checker = nil
    try source.request([id], from: checker)
    let header = try source.header(of: id, from: checker)
    self.checker = checker.hasEnded ? nil : checker
    return header
  }

  /// Requests objects that are then read in this order, so that git prints them without waiting for each request. After an
  /// error, or if other objects are read, they are requested one by one.
  ///
  /// - Parameter ids: A few hundred at most: neither program reads while it writes.
  package func prefetch(_ ids: [RawObjectID]) {
    guard expected.isEmpty, let first = ids.first else { return }
    do throws(ObjectError) {
      let reader = try program(reader, "--batch", for: first)
      try source.request(ids, from: reader)
      (self.reader, expected) = (reader, ids[...])
    } catch {
      // The read of that object has the same error.
    }
  }

  /// Returns the kind and the contents of the object `id`; nil when it is missing.
  package func read(_ id: RawObjectID) throws(ObjectError) -> (kind: ObjectKind, contents: ByteView)? {
    let reader = try takeReader(for: id)
    let header = try source.header(of: id, from: reader)
    var found: (ObjectKind, ByteView)?
    if let header { found = (header.kind, try contents(of: id, header, from: reader)) }
    self.reader = reader.hasEnded ? nil : reader
    return found
  }

  /// Passes the contents of the file or link `id` to `receive`, in parts above `limit` bytes.
  ///
  /// - Returns: The kind of the object, of which no other is read; nil when it is missing.
  /// - Throws: `ObjectError`; the error of `receive`.
  package func readFile(_ id: RawObjectID, limit: Int, _ receive: (Content) throws -> Void) throws -> ObjectKind? {
    let reader = try takeReader(for: id)
    let header = try source.header(of: id, from: reader)
    if let header {
      guard header.kind == .blob else { return header.kind }
      if header.length > limit {
        try stream(id, header.length, from: reader, receive)
      } else {
        try receive(.whole(try contents(of: id, header, from: reader)))
      }
    }
    self.reader = reader.hasEnded ? nil : reader
    return header?.kind
  }

  private func stream(
    _ id: RawObjectID, _ length: Int, from reader: Coprocess, _ receive: (Content) throws -> Void
  ) throws {
    try receive(.start(byteCount: length))
    var left = length
    while left > 0 {
      let part = try bytes(min(left, Self.partLength), of: id, from: reader)
      left -= part.count
      try receive(.part(part))
    }
    try source.readEnd(of: id, from: reader)
    try receive(.end)
  }

  /// Returns the program that prints the object `id` next. It is lost unless the caller puts it back, because after an error
  /// the rest of the object would be the next answer.
  private func takeReader(for id: RawObjectID) throws(ObjectError) -> Coprocess {
    let isNext = reader != nil && expected.first == id
    if !isNext, !expected.isEmpty { reader = nil }
    let next = try program(reader, "--batch", for: id)
    reader = nil
    if isNext {
      expected.removeFirst()
    } else {
      expected = []
      try source.request([id], from: next)
    }
    return next
  }

  private func program(
    _ known: Coprocess?, _ option: String, for id: RawObjectID
  ) throws(ObjectError) -> Coprocess {
    if let known { return known }
    return try source.start(option, for: id)
  }

  private func contents(
    of id: RawObjectID, _ header: ObjectHeader, from reader: Coprocess
  ) throws(ObjectError) -> ByteView {
    do throws(Refusal) {
      try header.kind.check(length: header.length)
    } catch {
      throw .refused(RefusedObject(id: id, reason: error.reason))
    }
    let contents = try bytes(header.length, of: id, from: reader)
    try source.readEnd(of: id, from: reader)
    do throws(Refusal) {
      try header.kind.check(contents, of: id)
    } catch {
      throw .refused(RefusedObject(id: id, reason: error.reason))
    }
    return contents
  }

  private func bytes(_ count: Int, of id: RawObjectID, from reader: Coprocess) throws(ObjectError) -> ByteView {
    guard AvailableMemory.holds(count) else { throw .tooLarge(id, count) }
    let bytes = try ByteView(count: count) { buffer throws(ObjectError) in
      do throws(Coprocess.End) {
        try reader.read(into: buffer, within: ObjectSource.readingTime, then: ObjectSource.searchTime)
      } catch {
        throw source.error(error, reading: id, from: reader)
      }
    }
    guard let bytes else { throw .tooLarge(id, count) }
    return bytes
  }
}
