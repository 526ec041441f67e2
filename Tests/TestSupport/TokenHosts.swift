extension [String: String] {
  /// Allows Martlet to send the tokens in `variables` to the server of `address`, as a user does. A server of a test on
  /// this machine gets a token only so.
  package mutating func allow(_ variables: String..., at address: String) {
    let server = address.split(separator: "/").dropFirst().first ?? ""
    let bindings = variables.map { "\($0)=\(server)" }
    self["MARTLET_TOKEN_HOSTS"] = ([self["MARTLET_TOKEN_HOSTS"]].compactMap(\.self) + bindings).joined(separator: ",")
  }
}
