import MartletCore

/// Why a request has no answer.
///
/// `server` is the address of the server without a path, such as `https://api.example.com`.
package enum HTTPError: Error, Equatable, Sendable {
  /// No libcurl with any of these names was found.
  case noLibrary(names: [String])
  case invalidAddress(String)
  /// `http` to another machine.
  case insecureAddress(String)
  /// The name of the host, or of the proxy, is unknown.
  case unresolved(server: String, reason: String)
  case unconnected(server: String, reason: String)
  /// The host's certificate is invalid, or TLS failed in another way.
  case untrusted(server: String, reason: String)
  /// The connection broke while the request was sent.
  case lostWhileSending(server: String, reason: String)
  /// The whole request was sent, and the answer was lost or cut off.
  case lostAnswer(server: String, reason: String)
  /// No data was transferred for that long.
  case stalled(server: String, seconds: Int, wasSending: Bool)
  case cancelled(server: String, wasSending: Bool)
  /// A file of the request could not be read, or the file for the answer could not be written.
  case file(reason: String)
  case tooLarge(server: String, limit: Int)
  case failed(server: String, reason: String)

  /// Whether the server may have performed the request, or may still do so.
  package var mayHaveArrived: Bool {
    switch self {
    case .lostWhileSending, .lostAnswer, .tooLarge: true
    case .stalled(_, _, let wasSending), .cancelled(_, let wasSending): wasSending
    case .noLibrary, .invalidAddress, .insecureAddress, .unresolved, .unconnected, .untrusted, .file, .failed: false
    }
  }

  /// Whether another attempt may succeed without a change on this machine.
  var isTransient: Bool {
    switch self {
    case .unresolved, .unconnected, .lostWhileSending, .lostAnswer, .stalled: true
    case .noLibrary, .invalidAddress, .insecureAddress, .untrusted, .cancelled, .file, .tooLarge, .failed: false
    }
  }
}

extension HTTPError: ExplainedError {
  package var failure: Failure {
    switch self {
    case .noLibrary(let names):
      Failure(
        "cannot find libcurl, looked for \(names.map { "`\($0)`" }.joined(separator: " and "))",
        hint: "install it: `apt-get install libcurl4`, or `dnf install libcurl`", code: .noLibcurl)
    case .invalidAddress(let address):
      Failure("`\(address)` is not a valid address", hint: "write it as `https://host/path`, without a user name")
    case .insecureAddress(let address):
      Failure("`\(address)` would send data unencrypted", hint: "use `https://`")
    case .unresolved(let server, let reason):
      .unreachable("cannot find the server `\(server.host)`", server: server, reason: reason)
    case .unconnected(let server, let reason):
      .unreachable("cannot connect to `\(server.host)`", server: server, reason: reason)
    case .untrusted(let server, let reason):
      Failure(
        "cannot verify the identity of `\(server.host)`", hint: "see the reason with `curl -v \(server)`",
        notes: [reason], code: .untrustedHost)
    case .lostWhileSending(let server, let reason):
      .unreachable("lost the connection to `\(server.host)` while sending", server: server, reason: reason)
    case .lostAnswer(let server, let reason):
      .unreachable("lost the connection to `\(server.host)` before it answered", server: server, reason: reason)
    case .stalled(let server, let seconds, _):
      .unreachable(
        "`\(server.host)` made no progress for \(seconds == 1 ? "1 second" : "\(seconds) seconds")", server: server,
        reason: nil)
    case .cancelled(let server, _): Failure("the request to `\(server.host)` was cancelled")
    case .file(let reason): Failure(reason, code: .disk)
    case .tooLarge(let server, let limit): Failure("the answer of `\(server.host)` is larger than \(limit) bytes")
    case .failed(let server, let reason):
      .unreachable("the request to `\(server.host)` failed", server: server, reason: reason)
    }
  }
}

extension Failure {
  fileprivate static func unreachable(_ message: String, server: String, reason: String?) -> Failure {
    Failure(
      message, hint: "check the network, and run `curl -v \(server)`", notes: [reason].compactMap(\.self),
      code: .unreachable)
  }
}

extension String {
  /// The host of the address of a server, without its port.
  fileprivate var host: Substring {
    let authority = firstRange(of: "://").map { self[$0.upperBound...] } ?? self[...]
    return authority.hasPrefix("[")
      ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" && $0 != "/" }
  }
}
