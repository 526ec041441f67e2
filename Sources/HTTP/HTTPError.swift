import TextEditing

/// Why a request has no answer.
package enum HTTPError: Error, Equatable, Sendable {
  /// No libcurl with any of these names was found.
  case noLibrary(names: [String])
  case invalidAddress(String)
  /// `http` to another machine.
  case insecureAddress(String)
  /// The name of the host, or of the proxy, is unknown.
  case unresolved(host: String, reason: String)
  case unconnected(host: String, reason: String)
  /// The host's certificate is invalid, or TLS failed in another way.
  case untrusted(host: String, reason: String)
  /// The connection broke while the request was sent.
  case lostWhileSending(host: String, reason: String)
  /// The whole request was sent, and the answer was lost or cut off.
  case lostAnswer(host: String, reason: String)
  /// No data was transferred for that long.
  case stalled(host: String, seconds: Int, wasSending: Bool)
  case cancelled(host: String, wasSending: Bool)
  /// A file of the request could not be read, or the file for the answer could not be written.
  case file(reason: String)
  case tooLarge(host: String, limit: Int)
  case failed(host: String, reason: String)

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
    case .unresolved(let host, let reason):
      .unreachable("cannot find the server `\(host)`", host: host, reason: reason)
    case .unconnected(let host, let reason):
      .unreachable("cannot connect to `\(host)`", host: host, reason: reason)
    case .untrusted(let host, let reason):
      Failure(
        "cannot verify the identity of `\(host)`", hint: "see the reason with `curl -v https://\(host)`",
        notes: [reason], code: .untrustedHost)
    case .lostWhileSending(let host, let reason):
      .unreachable("lost the connection to `\(host)` while sending", host: host, reason: reason)
    case .lostAnswer(let host, let reason):
      .unreachable("lost the connection to `\(host)` before it answered", host: host, reason: reason)
    case .stalled(let host, let seconds, _):
      .unreachable("`\(host)` made no progress for \(seconds) seconds", host: host, reason: nil)
    case .cancelled(let host, _): Failure("the request to `\(host)` was cancelled")
    case .file(let reason): Failure(reason, code: .disk)
    case .tooLarge(let host, let limit): Failure("the answer of `\(host)` is larger than \(limit) bytes")
    case .failed(let host, let reason): .unreachable("the request to `\(host)` failed", host: host, reason: reason)
    }
  }
}

extension Failure {
  fileprivate static func unreachable(_ message: String, host: String, reason: String?) -> Failure {
    Failure(
      message, hint: "check the network, and run `curl -v https://\(host)`", notes: [reason].compactMap(\.self),
      code: .unreachable)
  }
}
