import CCurl
import Processes

extension HTTPClient: MailTransport {
  package func send(_ mail: Mail, observer: any HTTPObserver) throws(HTTPError) -> HTTPResponse {
    guard let separator = mail.server.firstRange(of: "://"),
      ["smtp", "smtps"].contains(mail.server[..<separator.lowerBound].lowercased()),
      // The rest is parsed like an `https` address.
      let address = try? HTTPAddress("https" + mail.server[separator.lowerBound...])
    else { throw .invalidAddress(mail.server) }
    let isSecure = mail.server.lowercased().hasPrefix("smtps")
    return try lock.withLock { () throws(HTTPError) in
      let transfer = CurlTransfer(
        HTTPBody([.bytes(mail.content)]), to: nil, stallLimit: stallLimit, observer: observer)
      library.reset()
      library.set(MARTLET_CURL_URL, mail.server)
      library.set(MARTLET_CURL_PROTOCOLS, Int(isSecure ? MARTLET_CURL_PROTOCOL_SMTPS : MARTLET_CURL_PROTOCOL_SMTP))
      if !isSecure, !address.isLoopback { library.set(MARTLET_CURL_USE_SSL, Int(MARTLET_CURL_USESSL_ALL)) }
      if let user = mail.user, let password = mail.password {
        library.set(MARTLET_CURL_USERNAME, user)
        library.set(MARTLET_CURL_PASSWORD, password.exposed.value)
      } else {
        library.set(MARTLET_CURL_NETRC, Int(MARTLET_CURL_NETRC_OPTIONAL))
      }
      library.set(MARTLET_CURL_MAIL_FROM, "<\(mail.sender)>")
      library.set(MARTLET_CURL_UPLOAD, 1)
      setLimits(isLoopback: address.isLoopback)
      transfer.attach(to: library)
      let result = withExtendedLifetime(transfer) {
        library.perform(lists: [(Int(MARTLET_CURL_MAIL_RCPT), mail.recipients.map { "<\($0)>" })])
      }
      let status = library.status
      if result.code == MARTLET_CURLE_OK { return HTTPResponse(status: status) }
      if transfer.isStalled {
        throw .stalled(server: mail.server, seconds: stallLimit, wasSending: transfer.hasSentBody)
      }
      if transfer.isCancelled { throw .cancelled(server: mail.server, wasSending: transfer.hasSentBody) }
      // The server refused.
      if status >= 400 {
        let words = transfer.refusal.hasPrefix("\(status) ") ? String(transfer.refusal.dropFirst(4)) : result.message
        return HTTPResponse(status: status, body: Array(words.utf8))
      }
      switch result.code {
      case Int(MARTLET_CURLE_COULDNT_RESOLVE_HOST), Int(MARTLET_CURLE_COULDNT_RESOLVE_PROXY):
        throw .unresolved(server: mail.server, reason: result.message)
      case Int(MARTLET_CURLE_COULDNT_CONNECT): throw .unconnected(server: mail.server, reason: result.message)
      case Int(MARTLET_CURLE_SSL_CONNECT_ERROR), Int(MARTLET_CURLE_SSL_CERTPROBLEM), Int(MARTLET_CURLE_USE_SSL_FAILED),
        Int(MARTLET_CURLE_PEER_FAILED_VERIFICATION), Int(MARTLET_CURLE_SSL_CACERT_BADFILE):
        throw .untrusted(server: mail.server, reason: result.message)
      case Int(MARTLET_CURLE_OPERATION_TIMEDOUT):
        throw .stalled(server: mail.server, seconds: stallLimit, wasSending: transfer.hasSentBody)
      default:
        // A message counts when the server has confirmed its end.
        if transfer.hasSentBody { throw .lostAnswer(server: mail.server, reason: result.message) }
        throw .failed(server: mail.server, reason: result.message)
      }
    }
  }

  /// Sets the options of every transfer: no signals, no proxy for this machine, a limit for the connection.
  func setLimits(isLoopback: Bool) {
    if isLoopback { library.set(MARTLET_CURL_NOPROXY, "*") }
    if let certificates { library.set(MARTLET_CURL_CAINFO, certificates) }
    library.set(MARTLET_CURL_SUPPRESS_CONNECT_HEADERS, 1)
    library.set(MARTLET_CURL_NOSIGNAL, 1)
    library.set(MARTLET_CURL_CONNECTTIMEOUT, stallLimit)
  }
}
