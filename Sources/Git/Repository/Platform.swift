// What differs between the systems that Martlet runs on, and cannot be told from the C library alone.
import Libc

/// The system's habits.
enum Platform {
  /// Whether the system's UTF-16 and UTF-32, when no order is named, put the high byte first.
  static var isUTF16Big: Bool {
    #if canImport(Darwin) || canImport(Musl)
      true
    #else
      false
    #endif
  }

  /// Whether a `git` program looks for the system's configuration elsewhere than in /etc.
  static var gitHasOwnFolder: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}
