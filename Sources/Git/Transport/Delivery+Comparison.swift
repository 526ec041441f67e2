import Versioning

/// What is there, and what may be pushed over it.
extension Delivery {
  /// What each place has by now.
  ///
  /// - Parameter limit: ends a last look, which no interruption ends.
  func states(within limit: Duration? = nil) throws(TransportError) -> [RemoteState] {
    let names = order.references.map(\.destination)
    var states: [RemoteState] = []
    for place in remote.places {
      states.append(
        RemoteState(place: place, objects: try transport.references(names, at: place, within: limit), moving: moving))
    }
    return states
  }

  /// What is not there yet, the branches first: a tag must not be public without its commit on a branch.
  func missing(in states: [RemoteState]) -> [PushedReference] {
    let missing = order.references.filter { reference in states.contains { !$0.has(reference) } }
    return missing.filter { !$0.isTag } + missing.filter(\.isTag)
  }

  /// - Throws: `nonFastForward`, `moved`, `tagExists`, `noAtomicPush`.
  func check(_ references: [PushedReference], in states: [RemoteState]) throws(TransportError) {
    for state in states {
      for reference in references where !state.has(reference) { try check(reference, in: state) }
    }
    if order.isAtomic, references.count > 1, !transport.pushesAtomically { throw .noAtomicPush(remote: remote.name) }
  }

  private func check(_ reference: PushedReference, in state: RemoteState) throws(TransportError) {
    let found = state.objects[reference.destination]
    switch reference.expectation {
    case .absent:
      guard let found else { return }
      throw .tagExists(
        remote: state.place.title, reference: reference.destination, found: found,
        by: origin(of: reference.destination, found, at: state.place))
    case .at(let expected) where found != expected:
      throw .moved(
        remote: state.place.title, reference: reference.destination, expected: expected, found: found)
    case .at, .nothing:
      // What the remote has, and what is pushed does not have, would be lost.
      guard let found, (try? transport.repository.isAncestor(found, of: reference.object)) != true else { return }
      throw .nonFastForward(
        remote: state.place.title, reference: reference.destination, found: found, pushed: reference.object)
    }
  }

  /// The first reference that is not there after it was pushed.
  func wrong(of references: [PushedReference], in states: [RemoteState]) -> TransportError? {
    for state in states {
      guard let reference = references.first(where: { !state.has($0) }) else { continue }
      return .notThere(
        remote: state.place.title, reference: reference.destination, expected: reference.object,
        found: state.objects[reference.destination])
    }
    return nil
  }

  /// Who made the tag that is there; nil when it cannot be told.
  private func origin(of tag: String, _ object: ObjectID, at place: RemotePlace) -> TagOrigin? {
    if let origin = transport.repository.origin(ofTag: object) { return origin }
    try? transport.download(tag, from: place)
    return transport.repository.origin(ofTag: object)
  }
}

extension PushedReference {
  fileprivate var isTag: Bool { destination.hasPrefix("refs/tags/") }
}
