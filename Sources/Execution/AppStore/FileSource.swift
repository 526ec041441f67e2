import Archiving
import MartletCore
import SystemAPI

/// The bytes of a file, read where they are needed.
final class FileSource: ByteSource {
  let size: Int
  private let path: String
  private let descriptor: Int32

  /// - Throws: `ExecutionError.cannotRead`.
  init(_ path: String) throws(ExecutionError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path, code: lastSystemError)
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var done = 0
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while done < count, let base = buffer.baseAddress {
        let length = pread(descriptor, base + done, count - done, off_t(offset + done))
        if length < 0, errno == EINTR { continue }
        if length <= 0 {
          failure = length < 0 ? errno : EIO
          break
        }
        done += length
      }
      written = done
    }
    guard done == count else { throw ExecutionError.cannotRead(path, code: failure) }
    return bytes
  }
}

extension FileSource {
  /// The MD5 of a part of the file, which is read in pieces.
  func md5(from offset: Int, count: Int) throws -> String {
    var hasher = MD5()
    var done = 0
    while done < count {
      let piece = try bytes(at: offset + done, count: min(1 << 20, count - done))
      hasher.append(piece)
      done += piece.count
    }
    return hasher.hex()
  }
}
