// Differences between the supported systems, beyond the name of the C library.
import SystemAPI

/// Properties of the system.
enum Platform {
  /// Whether the system's UTF-16 and UTF-32 without an explicit byte order are big-endian.
  static var isUTF16Big: Bool {
    #if canImport(Darwin) || canImport(Musl)
      true
    #else
      false
    #endif
  }
}
