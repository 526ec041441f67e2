import Foundation

/// A local server that responds to everything with one page, until it is stopped.
final class PageServer: Sendable {
  private let listener: Int32
  let port: UInt16

  init(_ page: String, status: String = "200 OK") throws {
    let listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let answer =
      "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n\(page)"
    Thread.detachNewThread { Self.serve(answer, at: listener) }
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ answer: String, at listener: Int32) {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      var request = [UInt8](repeating: 0, count: 1 << 16)
      _ = recv(client, &request, request.count, 0)
      let bytes = Array(answer.utf8)
      _ = send(client, bytes, bytes.count, 0)
      shutdown(client, Int32(SHUT_WR))
      // The client closes after it has read everything.
      _ = recv(client, &request, request.count, 0)
      close(client)
    }
  }
}
