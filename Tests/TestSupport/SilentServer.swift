import Foundation

/// A local server that accepts every connection, and never sends anything.
package final class SilentServer {
  private let listener: Int32
  package let port: UInt16

  package init() throws {
    listener = socket(AF_INET, Self.stream, 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let listener = listener
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The system accepts connections before the server does.
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isReady else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(listener) }

  #if canImport(Darwin)
    package static let stream = SOCK_STREAM
  #else
    package static let stream = Int32(SOCK_STREAM.rawValue)
  #endif
}
