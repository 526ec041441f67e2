import MartletCore

/// A repository on a forge. The plan names the variable of the token, and never the token.
package struct ForgeRepository: Hashable, Sendable, Codable {
  package let kind: Forge
  /// The name of the git remote that has the tag.
  package let remote: String
  /// The address of that remote, without a password.
  package let address: String
  /// The address of the API; nil: the usual one of the host.
  package let api: String?
  /// The variable that the Releasefile names for the token; nil: one of the usual names.
  package let tokenVariable: String?

  package init(kind: Forge, remote: String, address: String, _ declaration: ForgeDeclaration) {
    self.kind = kind
    self.remote = remote
    self.address = address
    api = declaration.api
    tokenVariable = declaration.tokenVariable
  }

  /// Such as `owner/name`.
  package var name: String { RemoteAddress(address)?.path ?? address }

  /// Which repository it is, however it is reached: `github.com/owner/name`. Forges ignore upper and lower case.
  package var canonicalAddress: String { RemoteAddress(address)?.repository.lowercased() ?? address }

  /// Nil if the address has no owner and name.
  package var project: ForgeProject? { ForgeProject(remote: address, forge: kind, api: api) }
}

extension ForgeRepository {
  var phrase: String { "\(kind.name) \(name)" }
}
