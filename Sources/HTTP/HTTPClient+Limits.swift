import CCurl

extension HTTPClient {
  /// Sets the options of every transfer: no signals, no proxy for this machine, a limit for the connection.
  func setLimits(isLoopback: Bool) {
    if isLoopback { library.set(MARTLET_CURL_NOPROXY, "*") }
    if let certificates { library.set(MARTLET_CURL_CAINFO, certificates) }
    library.set(MARTLET_CURL_SUPPRESS_CONNECT_HEADERS, 1)
    library.set(MARTLET_CURL_NOSIGNAL, 1)
    library.set(MARTLET_CURL_CONNECTTIMEOUT, stallLimit)
  }
}
