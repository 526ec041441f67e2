import MartletCore

/// The forge that publishes the releases of the project, as its Releasefile declares it under `forge`.
package struct ForgeDeclaration: Hashable, Sendable {
  /// Nil: derived from the host of the remote.
  package var kind: Forge?
  /// The address of the API; nil: the usual one of the host.
  package var api: String?
  /// The environment variable that holds the token; nil: one of the usual names.
  package var tokenVariable: String?

  package init() {}

  static let keys: [GrammarKey<ForgeDeclaration>] = [
    GrammarKey("kind", .choice(Forge.all.map(\.id), "The software of the forge.")) { $2.kind = $0.forge($1.value) },
    GrammarKey("url", .text("The address of its API, such as `https://git.example.com/api/v3`.")) {
      $2.api = $0.serverAddress($1.value)
    },
    GrammarKey("token_env", .text("The environment variable that holds the token.")) {
      $2.tokenVariable = $0.variableName($1.value)
    },
  ]
}

extension ReleasefileDecoder {
  /// A token is sent only to a server with a valid certificate, or to this machine.
  mutating func serverAddress(_ node: Node) -> String? {
    guard let text = text(node) else { return nil }
    let server = CredentialHost(address: text)
    guard let server, ["https", "http"].contains(server.scheme), server.keepsSecrets, !text.contains("@"),
      !text.contains(where: \.isWhitespace)
    else {
      steps.report(.wrongValue(expected: "an `https://` address without a user name"), at: node)
      return nil
    }
    return text
  }

  mutating func forge(_ node: Node) -> Forge? {
    let forge = node.text.flatMap(Forge.init(id:))
    if forge == nil { steps.report(.wrongValue(expected: Forge.ids), at: node) }
    return forge
  }

  mutating func variableName(_ node: Node) -> String? {
    guard let text = text(node) else { return nil }
    let isName = text.utf8.allSatisfy { byte in byte == UInt8(ascii: "_") || byte.isLetter || byte.isDigit }
    guard isName, text.first?.isNumber == false else {
      steps.report(.wrongValue(expected: "the name of an environment variable, such as `GITHUB_TOKEN`"), at: node)
      return nil
    }
    return text
  }
}
