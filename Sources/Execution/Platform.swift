// What differs between the systems that Martlet runs on, and nothing else.
import Libc

/// The number of the error that the last call to the system left.
var lastSystemError: Int32 { errno }

/// The system's words for the error `code`, such as `No space left on device`.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// Brings what was written to `descriptor` to the disk itself; on macOS `fsync` alone leaves it in the drive's cache.
func synchronise(_ descriptor: Int32) -> Bool { synchronisingCall(descriptor) != nil }

/// Does the same.
///
/// - Returns: the call that did it; nil where none could. Servers' file systems know no F_FULLFSYNC.
func synchronisingCall(_ descriptor: Int32) -> String? {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return "F_FULLFSYNC" }
  #endif
  return fsync(descriptor) == 0 ? "fsync" : nil
}

/// Brings what was written to `descriptor` to the disk before anything that is written later, and on Linux to the disk itself. On
/// macOS this leaves it to the next `synchronise`, of any file, to empty the drive's cache, which takes many times longer.
func synchroniseInOrder(_ descriptor: Int32) -> Bool {
  #if canImport(Darwin)
    if fcntl(descriptor, F_BARRIERFSYNC) == 0 { return true }
  #endif
  return synchronise(descriptor)
}

/// What tells this machine from others, and stays when its name changes with the network; nil where the system has no such
/// thing for programs.
var machineIdentifier: String? {
  #if canImport(Darwin)
    var (bytes, limit) = ([UInt8](repeating: 0, count: 16), timespec(tv_sec: 1, tv_nsec: 0))
    guard gethostuuid(&bytes, &limit) == 0 else { return nil }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  #else
    return nil
  #endif
}

/// When the file of that status was last written to, in seconds since 1970.
func modificationSecond(of status: stat) -> Int {
  #if canImport(Darwin)
    status.st_mtimespec.tv_sec
  #else
    status.st_mtim.tv_sec
  #endif
}
