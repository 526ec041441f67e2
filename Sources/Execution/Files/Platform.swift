// All differences between the supported systems.
import CExtendedAttributes
import MartletCore
import SystemAPI

/// The error number of the last system call.
var lastSystemError: Int32 { errno }

/// Returns the system's message for the error `code`, such as `No space left on device`.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// Flushes what was written to `descriptor` to the disk. On macOS, `fsync` alone leaves it in the drive's cache.
func synchronise(_ descriptor: Int32) -> Bool { synchronisingCall(descriptor) != nil }

/// Flushes what was written to `descriptor` to the disk.
///
/// - Returns: The system call that did it; nil for none. File systems of servers may not support F_FULLFSYNC.
func synchronisingCall(_ descriptor: Int32) -> String? {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return "F_FULLFSYNC" }
  #endif
  return fsync(descriptor) == 0 ? "fsync" : nil
}

/// Flushes what was written to `descriptor` to the disk before anything that is written later, and on Linux at once. On
/// macOS, the next `synchronise` of any file empties the drive's cache, which takes many times longer.
func synchroniseInOrder(_ descriptor: Int32) -> Bool {
  #if canImport(Darwin)
    if fcntl(descriptor, F_BARRIERFSYNC) == 0 { return true }
  #endif
  return synchronise(descriptor)
}

#if canImport(Darwin)
  /// The flags for a folder in which names are resolved.
  let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
#else
  /// The flags for a folder in which names are resolved; it need not be readable.
  let folderFlags = martlet_path_flag | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
#endif

/// Opens the folder at `path` below the open folder `top`, without following a link.
func openBeneath(_ top: Int32, _ path: String) throws(SystemError) -> Int32 {
  #if !canImport(Darwin)
    let found = martlet_open_beneath(top, path, UInt64(folderFlags & ~O_NOFOLLOW))
    if found >= 0 { return found }
    // Before Linux 5.6, and in containers that do not allow the call, each folder is opened in turn.
    guard errno == ENOSYS || errno == EPERM else { throw .last }
  #endif
  return try walkBeneath(top, path)
}

/// Opens the folder at `path` below the open folder `top`, one part after the other.
func walkBeneath(_ top: Int32, _ path: String) throws(SystemError) -> Int32 {
  var folder = top
  for name in path.split(separator: "/") {
    let next = openat(folder, String(name), folderFlags)
    let error = SystemError.last
    if folder != top { close(folder) }
    guard next >= 0 else { throw error }
    folder = next
  }
  return folder
}

/// An ID of this machine that does not change with its name on the network; nil on systems without one.
var machineIdentifier: String? {
  #if canImport(Darwin)
    var (bytes, limit) = ([UInt8](repeating: 0, count: 16), timespec(tv_sec: 1, tv_nsec: 0))
    guard gethostuuid(&bytes, &limit) == 0 else { return nil }
    return bytes.map { $0.zeroPadded(to: 2, radix: 16) }.joined()
  #else
    return nil
  #endif
}

/// The start of this machine, and the space in which its process has its number; nil if the system does not provide them.
var bootIdentifier: String? {
  #if canImport(Darwin)
    var (bytes, count) = ([CChar](repeating: 0, count: 64), 64)
    guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #else
    var status = stat()
    guard let boot = try? Disk.contents(of: "/proc/sys/kernel/random/boot_id"), stat("/proc/self/ns/pid", &status) == 0
    else { return nil }
    return "\(String(decoding: boot, as: UTF8.self).withoutLastLineEnds) \(status.st_ino)"
  #endif
}

/// Returns the time of the last write to a file with that status, in seconds since 1970.
func modificationSecond(of status: stat) -> Int {
  #if canImport(Darwin)
    status.st_mtimespec.tv_sec
  #else
    status.st_mtim.tv_sec
  #endif
}

/// Returns the time of the last change of a file with that status, also of its name or its mode, which no program can set.
func changeTime(of status: stat) -> (seconds: Int, nanoseconds: Int) {
  #if canImport(Darwin)
    (status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec)
  #else
    (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  #endif
}

/// The folder of the user's configuration: that of the XDG Base Directory Specification, or else the usual one of the
/// system; nil without a home folder.
func configurationFolder(in environment: [String: String]) -> String? {
  if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
  guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
  #if canImport(Darwin)
    return "\(home)/Library/Application Support"
  #else
    return "\(home)/.config"
  #endif
}
