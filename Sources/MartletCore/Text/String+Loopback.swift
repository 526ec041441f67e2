extension String {
  private static let loopbackAddress = Pattern(/127(\.\d{1,3}){3}/)

  /// Whether this name of a server, in lower case and without brackets and port, is one that only this machine can
  /// answer. Other spellings, such as `127.1`, do not count.
  package var isLoopbackHost: Bool {
    self == "localhost" || self == "::1" || wholeMatch(of: Self.loopbackAddress) != nil
  }
}
