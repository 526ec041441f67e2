/// The differences between operating systems: the names of libcurl.
enum Platform {
  /// The names of libcurl, in the order in which they are tried.
  static var libraryNames: [String] {
    #if canImport(Darwin)
      ["/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"]
    #else
      // Debian's git depends on the second one, so it is there where git is.
      ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif
  }
}
