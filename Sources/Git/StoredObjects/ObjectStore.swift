import MartletCore
import Processes

/// The objects of a repository, as `git cat-file` prints them, for one thread.
///
/// A missing object is nil. A damaged one, or one beyond a limit, is refused. git does not compare an object with its name,
/// so that is done here for all but files.
package final class ObjectStore {
  private let source: ObjectSource
  /// `git cat-file --batch` and `--batch-check`; nil while they are not needed.
  private var reader: Coprocess?
  private var checker: Coprocess?
  /// The objects that were requested and not read.
  private var expected: ArraySlice<ObjectID> = []
  /// The object that is being read, with the number of bytes that are left.
  private var opened: (id: ObjectID, left: Int, reader: Coprocess)?

  package init(_ source: ObjectSource) {
    self.source = source
  }

  /// Returns the kind and the length in bytes of the object `id`, which is not read; nil when it is missing.
  package func header(of id: ObjectID) throws(ObjectError) -> ObjectHeader? {
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
  package func prefetch(_ ids: [ObjectID]) {
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
  package func read(_ id: ObjectID) throws(ObjectError) -> (kind: ObjectKind, contents: ByteView)? {
    try open(id).map { header throws(ObjectError) in try readContents(of: id, header) }
  }

  /// Returns the commit that the reference `name` leads to. Nil if it is not simple to know: git finds no commit, or does not
  /// run.
  package func commit(ofReference name: String) -> ObjectID? {
    guard let reader, expected.isEmpty, opened == nil else { return nil }
    self.reader = nil
    // The caller starts git for that name, which knows the error.
    guard let (id, header) = try? source.header(ofReference: name, from: reader) else { return nil }
    opened = (id, header.length, reader)
    guard let object = try? readContents(of: id, header), object.kind == .commit else { return nil }
    return id
  }

  private func readContents(
    of id: ObjectID, _ header: ObjectHeader
  ) throws(ObjectError) -> (kind: ObjectKind, contents: ByteView) {
    guard AvailableMemory.holds(header.length),
      let contents = try ByteView(
        count: header.length, by: { buffer throws(ObjectError) in try readOpened(into: buffer) })
    else { throw .tooLarge(id, header.length) }
    do throws(Refusal) {
      try header.kind.check(contents, of: id)
    } catch {
      throw .refused(RefusedObject(id: id, reason: error.reason))
    }
    return (header.kind, contents)
  }

  /// Opens the object `id` for `readOpened`, and returns its header; nil when it is missing. Its name is not verified.
  package func open(_ id: ObjectID) throws(ObjectError) -> ObjectHeader? {
    let reader = try takeReader(for: id)
    guard let header = try source.header(of: id, from: reader) else {
      self.reader = reader.hasEnded ? nil : reader
      return nil
    }
    do throws(Refusal) {
      try header.kind.check(length: header.length)
    } catch {
      throw .refused(RefusedObject(id: id, reason: error.reason))
    }
    opened = (id, header.length, reader)
    return header
  }

  /// Fills `buffer` with the next bytes of the opened object. After its last byte, which may be no byte, it is closed.
  package func readOpened(into buffer: UnsafeMutableRawBufferPointer) throws(ObjectError) {
    guard let (id, left, reader) = opened, buffer.count <= left else { return }
    opened = nil
    do throws(Coprocess.End) {
      try reader.read(into: buffer, within: ObjectSource.readingTime, then: ObjectSource.searchTime)
    } catch {
      throw source.error(error, reading: id, from: reader)
    }
    if buffer.count < left {
      opened = (id, left - buffer.count, reader)
    } else {
      try source.readEnd(of: id, from: reader)
      self.reader = reader
    }
  }

  /// Returns the program that prints the object `id` next. It is lost unless the caller puts it back, because after an error
  /// the rest of the object would be the next answer.
  private func takeReader(for id: ObjectID) throws(ObjectError) -> Coprocess {
    opened = nil
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
    _ known: Coprocess?, _ option: String, for id: ObjectID
  ) throws(ObjectError) -> Coprocess {
    if let known { return known }
    return try source.start(option, for: id)
  }
}
