// What the overlay of Apple's SDK declares beside the C headers: macros that Swift cannot import, and variadic functions.
@_exported import Darwin

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}
public var stdin: UnsafeMutablePointer<FILE> { __stdinp }
public var stdout: UnsafeMutablePointer<FILE> { __stdoutp }
public var stderr: UnsafeMutablePointer<FILE> { __stderrp }
public let CLOCK_REALTIME = _CLOCK_REALTIME
public let CLOCK_MONOTONIC = _CLOCK_MONOTONIC
public let CLOCK_THREAD_CPUTIME_ID = _CLOCK_THREAD_CPUTIME_ID
public let MAP_FAILED = UnsafeMutableRawPointer(bitPattern: -1)
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var SIG_ERR: sig_t { unsafeBitCast(-1, to: sig_t.self) }
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var TIOCSWINSZ: UInt { 0x8008_7467 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o700 }
public var S_IRUSR: mode_t { 0o400 }
public var S_IWUSR: mode_t { 0o200 }
public var S_IXUSR: mode_t { 0o100 }

@_silgen_name("darwin_open") public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32
@_silgen_name("darwin_open_mode") public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32
@_silgen_name("darwin_openat")
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32
@_silgen_name("darwin_openat_mode")
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32
@_silgen_name("darwin_fcntl") public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32
@_silgen_name("darwin_fcntl_value")
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32
@_silgen_name("darwin_fcntl_pointer")
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32
@_silgen_name("darwin_ioctl_value")
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: CInt) -> CInt
@_silgen_name("darwin_ioctl_pointer")
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: UnsafeMutableRawPointer) -> CInt
@_silgen_name("darwin_ioctl") public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt
