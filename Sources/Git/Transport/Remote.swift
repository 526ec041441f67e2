import MartletCore

/// A remote and the places that it is pushed to.
package struct Remote: Hashable, Sendable {
  /// The name, such as `origin`.
  package let name: String
  /// At least one place; several when several addresses are configured.
  package let places: [RemoteEndpoint]
  /// The name, or for a remote without one the address, which may hold a password.
  let pushTarget: String

  /// Creates a remote that is not configured, called by its address.
  package init(at address: RemoteURL) {
    name = address.redacted
    pushTarget = address.string
    places = [RemoteEndpoint(address: address.string, title: name, url: address)]
  }

  /// - Throws: `TransportError.noRemote`.
  init(named name: String, of repository: Repository) throws(TransportError) {
    guard !name.isEmpty, !name.hasPrefix("-"), repository.remoteNames().contains(name) else {
      throw .noRemote(name)
    }
    self.name = name
    pushTarget = name
    let pushed = repository.configurationValues("remote.\(name).pushurl")
    let addresses = pushed.isEmpty ? repository.configurationValues("remote.\(name).url") : pushed
    if addresses.count > 1 {
      places = addresses.map { address in
        let url = repository.url(behind: address)
        return RemoteEndpoint(address: address, title: url.redacted, url: url)
      }
    } else {
      // By its name, it would be read from the address for fetching: `pushurl` and `pushInsteadOf` can differ.
      let fetched = repository.url(behind: addresses.first ?? "")
      let url = repository.remoteURL(name) ?? fetched
      let isNamed = pushed.isEmpty && url == fetched
      let address = isNamed ? name : pushed.first ?? url.string
      places = [RemoteEndpoint(address: address, title: name, url: url)]
    }
  }
}

/// A place that a remote is pushed to.
package struct RemoteEndpoint: Hashable, Sendable {
  /// The remote's name, or an address that may hold a password.
  let address: String
  /// The name in messages.
  package let title: String
  /// The address after `insteadOf`.
  let url: RemoteURL
}

/// The kind of an operation on a remote.
package enum RemoteOperation: String, Sendable {
  /// Reads the references.
  case read
  case rehearse, push
  /// Fetches an object.
  case fetch

  /// The phrase in messages, such as `reading its references`.
  var phrase: String {
    switch self {
    case .read: "reading its references"
    case .rehearse: "rehearsing the push"
    case .push: "pushing"
    case .fetch: "fetching from it"
    }
  }
}
