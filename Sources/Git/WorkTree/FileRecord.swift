import Libc

/// By what git tells that a file has not been touched since it was read, without reading it again. All numbers are cut to
/// 32 bits.
struct FileRecord {
  /// Seconds since 1970, and nanoseconds.
  typealias Time = (seconds: UInt32, nanoseconds: UInt32)

  let statusChange: Time
  let modification: Time
  /// The inode's number.
  let file: UInt32
  /// As in a tree: what kind it is, and whether its owner may run it.
  let mode: UInt32
  let owner: (user: UInt32, group: UInt32)
  let length: UInt32

  static func time(_ time: timespec) -> Time {
    (UInt32(truncatingIfNeeded: time.tv_sec), UInt32(truncatingIfNeeded: time.tv_nsec))
  }

  /// Whether it is a symbolic link.
  var isLink: Bool { mode == 0o120000 }

  /// Whether the file is the one that was `known` when the index was written, at `time`. One that was written then, too, may have been
  /// written again in the same moment, and nobody knows.
  func isStill(_ known: FileRecord, before time: Time) -> Bool {
    length == known.length && modification == known.modification && statusChange == known.statusChange
      && file == known.file && mode == known.mode && owner == known.owner && modification < time
  }
}

extension FileRecord {
  /// The file as it is.
  init(_ status: stat) {
    let (changed, modified) = (Files.statusChange(of: status), Files.modification(of: status))
    statusChange = Self.time(changed)
    modification = Self.time(modified)
    file = UInt32(truncatingIfNeeded: status.st_ino)
    switch status.st_mode & S_IFMT {
    case S_IFREG: mode = status.st_mode & 0o100 != 0 ? 0o100755 : 0o100644
    case S_IFLNK: mode = 0o120000
    default: mode = 0
    }
    owner = (UInt32(truncatingIfNeeded: status.st_uid), UInt32(truncatingIfNeeded: status.st_gid))
    length = UInt32(truncatingIfNeeded: status.st_size)
  }
}
