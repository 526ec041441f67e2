import TextEditing
import Versioning

/// A remote and the places where it is pushed to.
package struct Remote: Hashable, Sendable {
  /// Its name, such as `origin`.
  package let name: String
  /// At least one; several when it is configured with several addresses.
  package let places: [RemotePlace]

  /// - Throws: `TransportError.noRemote`.
  init(named name: String, of repository: Repository) throws(TransportError) {
    guard !name.isEmpty, !name.hasPrefix("-"), (try? repository.remoteNames().contains(name)) == true else {
      throw .noRemote(name)
    }
    self.name = name
    let pushed = repository.configurationValues("remote.\(name).pushurl")
    let addresses = pushed.isEmpty ? repository.configurationValues("remote.\(name).url") : pushed
    if addresses.count > 1 {
      places = addresses.map { address in
        let url = repository.url(behind: address)
        return RemotePlace(address: address, title: url.redacted, url: url, isNamed: false)
      }
    } else {
      // Read by its name, it would be read where it is fetched from: `pushurl` and `pushInsteadOf` lead elsewhere.
      let fetched = repository.url(behind: addresses.first ?? "")
      let url = (try? repository.remoteURL(name)) ?? fetched
      let isNamed = pushed.isEmpty && url == fetched
      let address = isNamed ? name : pushed.first ?? url.string
      places = [RemotePlace(address: address, title: name, url: url, isNamed: isNamed)]
    }
  }
}

/// One place where a remote is pushed to.
package struct RemotePlace: Hashable, Sendable {
  /// The remote's name, or an address that may hold a password.
  let address: String
  /// What it is called in messages.
  package let title: String
  /// Where it is, after `insteadOf`.
  let url: RemoteURL
  /// Whether `address` is the remote's name.
  let isNamed: Bool
}
