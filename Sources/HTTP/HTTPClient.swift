import CCurl
import MartletCore
import Processes

/// Sends requests with libcurl, one after the other. libcurl reads the system's certificates and proxies, and no `.netrc`: the
/// server may be one that a repository names, or the target of a redirect.
///
/// It follows no redirect with credentials. Because a transfer may be large, only the time without progress is limited.
package final class HTTPClient: HTTPTransport, @unchecked Sendable {
  let library: CurlLibrary
  let lock = Monitor()
  private let userAgent: String
  let certificates: String?
  let stallLimit: Int

  /// - Parameters:
  ///   - userAgent: Such as `martlet/1.2.3`.
  ///   - certificates: The path of a file with certificates to trust instead of the system's.
  ///   - stallLimit: The seconds without progress after which a request fails.
  /// - Throws: `HTTPError` if there is no libcurl.
  package init(userAgent: String, certificates: String? = nil, stallLimit: Int = 60) throws(HTTPError) {
    library = try CurlLibrary(names: Platform.libraryNames)
    self.userAgent = userAgent
    self.certificates = certificates
    self.stallLimit = stallLimit
  }

  package func send(
    _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
  ) throws(HTTPError) -> HTTPResponse {
    let address = try HTTPAddress(request.address)
    return try lock.withLock { () throws(HTTPError) in
      let transfer = CurlTransfer(request.body, to: sink, stallLimit: stallLimit, observer: observer)
      configure(request, address)
      transfer.attach(to: library)
      let headers = [("User-Agent", userAgent), ("Expect", "")].map { HTTPHeader($0.0, $0.1) } + request.headers
      let lines = (headers + [request.credentials?.exposed].compactMap(\.self)).map { "\($0.name): \($0.value)" }
      let result = withExtendedLifetime(transfer) {
        library.perform(lists: [(Int(MARTLET_CURL_HTTPHEADER), lines.map(\.withoutLineEnds))])
      }
      if let error = error(of: result, transfer, request, server: address.server) { throw error }
      let response = HTTPResponse(status: transfer.status, headers: transfer.headers, body: transfer.body)
      return HTTPResponse(
        status: response.status, headers: response.headers, body: response.body,
        date: response["Date"].flatMap(library.seconds(ofDate:)))
    }
  }

  private func configure(_ request: HTTPRequest, _ address: HTTPAddress) {
    library.reset()
    library.set(MARTLET_CURL_URL, address.text)
    library.set(
      MARTLET_CURL_PROTOCOLS,
      Int(address.scheme == "https" ? MARTLET_CURL_PROTOCOL_HTTPS : MARTLET_CURL_PROTOCOL_HTTP))
    library.set(MARTLET_CURL_CUSTOMREQUEST, request.method)
    if request.method == "HEAD" { library.set(MARTLET_CURL_NOBODY, 1) }
    if let body = request.body {
      library.set(MARTLET_CURL_UPLOAD, 1)
      library.set(MARTLET_CURL_INFILESIZE_LARGE, size: body.size)
    }
    // On a reused connection, libcurl sends a request again if there is no answer.
    if !request.isSafe { library.set(MARTLET_CURL_FRESH_CONNECT, 1) }
    setLimits(isLoopback: address.isLoopback)
  }

  /// Why there is no answer; nil if there is one.
  private func error(
    of result: (code: Int, message: String), _ transfer: CurlTransfer, _ request: HTTPRequest, server: String
  ) -> HTTPError? {
    if result.code == MARTLET_CURLE_OK { return nil }
    let wasSending = library.sentHead > 0
    if transfer.isCancelled { return .cancelled(server: server, wasSending: wasSending) }
    if transfer.isStalled { return .stalled(server: server, seconds: stallLimit, wasSending: wasSending) }
    if let reason = transfer.sinkProblem { return .file(reason: reason) }
    if let reason = transfer.bodyProblem { return .file(reason: reason) }
    if transfer.isTooLarge { return .tooLarge(server: server, limit: CurlTransfer.memoryLimit) }
    let reason = result.message
    switch result.code {
    case Int(MARTLET_CURLE_URL_MALFORMAT): return .invalidAddress(request.address)
    case Int(MARTLET_CURLE_COULDNT_RESOLVE_HOST), Int(MARTLET_CURLE_COULDNT_RESOLVE_PROXY):
      return .unresolved(server: server, reason: reason)
    case Int(MARTLET_CURLE_COULDNT_CONNECT): return .unconnected(server: server, reason: reason)
    case Int(MARTLET_CURLE_SSL_CONNECT_ERROR), Int(MARTLET_CURLE_SSL_CERTPROBLEM),
      Int(MARTLET_CURLE_PEER_FAILED_VERIFICATION), Int(MARTLET_CURLE_SSL_CACERT_BADFILE):
      return .untrusted(server: server, reason: reason)
    case Int(MARTLET_CURLE_OPERATION_TIMEDOUT):
      return .stalled(server: server, seconds: stallLimit, wasSending: wasSending)
    default:
      guard wasSending else { return .failed(server: server, reason: reason) }
      return transfer.hasSentBody
        ? .lostAnswer(server: server, reason: reason) : .lostWhileSending(server: server, reason: reason)
    }
  }
}

extension String {
  /// The value on one line: a header cannot contain line breaks.
  fileprivate var withoutLineEnds: String { String(unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }) }
}
