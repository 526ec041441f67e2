// Under this name FoundationEssentials, which was made for Linux, finds the C library.
@_exported import Darwin

// Where Darwin has them, too: <sys/errno.h>.
public enum POSIXErrorCode: Int32 {
  case EPERM = 1
  case ENOENT = 2
  case EINTR = 4
  case EIO = 5
  case EBADF = 9
  case EACCES = 13
  case EEXIST = 17
  case ENOTDIR = 20
  case EISDIR = 21
  case EINVAL = 22
  case ENOTTY = 25
  case ENOSPC = 28
  case EPIPE = 32
  case EAGAIN = 35
  case EADDRINUSE = 48

  public static var EWOULDBLOCK: POSIXErrorCode { EAGAIN }
}
