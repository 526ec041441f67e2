import SystemAPI

/// The content of a request: bytes in memory and files, one after the other.
package struct HTTPBody: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case bytes([UInt8])
    /// `size` bytes of a file from `offset` on: all of it, unless a caller has made sure of its size.
    case file(path: String, size: Int, offset: Int = 0)

    var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let size, _): size
      }
    }
  }

  package let parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// In bytes.
  package var size: Int { parts.reduce(0) { $0 + $1.size } }
}

/// Reads a body piece by piece, again from any offset.
final class HTTPBodyReader {
  private let parts: [HTTPBody.Part]
  private var index = 0
  /// Within the part.
  private var offset = 0
  private var file: Int32 = -1
  /// Why a file could not be read, or does not have the announced size.
  private(set) var problem: String?

  init(_ body: HTTPBody) {
    parts = body.parts
  }

  deinit { closeFile() }

  /// Whether all bytes were read.
  var isAtEnd: Bool { index == parts.count }

  /// Fills as much of `buffer` as one part can.
  ///
  /// - Returns: the number of bytes, 0 at the end; nil when a file cannot be read, or is shorter than announced.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while index < parts.count, offset == parts[index].size { advance() }
    guard index < parts.count else { return 0 }
    let part = parts[index]
    let wanted = min(buffer.count, part.size - offset)
    switch part {
    case .bytes(let bytes):
      buffer.copyBytes(from: bytes[offset..<offset + wanted])
      offset += wanted
    case .file(let path, _, let start):
      if file < 0 {
        file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 || lseek(file, off_t(start + offset), SEEK_SET) < 0 {
          return fail("`\(path)`: \(SystemError.last.message)")
        }
      }
      var count = 0
      repeat { count = SystemAPI.read(file, buffer.baseAddress, wanted) } while count < 0 && errno == EINTR
      if count < 0 { return fail("`\(path)`: \(SystemError.last.message)") }
      if count == 0 { return fail("`\(path)` is \(start + offset) bytes long, expected \(start + part.size)") }
      offset += count
      if offset == part.size { advance() }
      return count
    }
    if offset == part.size { advance() }
    return wanted
  }

  /// Seeks to `target`, in bytes from the start of the body.
  func seek(to target: Int) -> Bool {
    closeFile()
    index = 0
    offset = target
    while index < parts.count, offset >= parts[index].size, offset > 0 {
      offset -= parts[index].size
      index += 1
    }
    return target >= 0 && (index < parts.count || offset == 0)
  }

  private func advance() {
    closeFile()
    index += 1
    offset = 0
  }

  private func fail(_ reason: String) -> Int? {
    problem = reason
    return nil
  }

  private func closeFile() {
    if file >= 0 { close(file) }
    file = -1
  }
}
