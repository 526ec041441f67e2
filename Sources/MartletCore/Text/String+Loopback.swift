extension String {
  /// Whether this name of a server, in lower case and without brackets and port, is one that only this machine can
  /// answer. Other spellings, such as `127.1`, do not count.
  package var isLoopbackHost: Bool {
    self == "localhost" || self == "::1" || wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
  }
}
