// What differs between the systems that Martlet runs on, and nothing else.
import Foundation

/// The number of the error that the last call to the system left.
var lastSystemError: Int32 { errno }

/// The system's words for the error `code`, such as `No space left on device`.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// Brings what was written to `descriptor` to the disk itself; on macOS `fsync` alone leaves it in the drive's cache.
func synchronise(_ descriptor: Int32) -> Bool {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
  #endif
  return fsync(descriptor) == 0
}

/// When the file of that status was last written to, in seconds since 1970.
func modificationSecond(of status: stat) -> Int {
  #if canImport(Darwin)
    status.st_mtimespec.tv_sec
  #else
    status.st_mtim.tv_sec
  #endif
}
