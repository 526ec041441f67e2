import MartletCore

/// Comparisons of the remote's references with the pushed ones.
extension PushOperation {
  /// Returns the current references of each place.
  ///
  /// - Parameter limit: The maximum time of a final check, which cannot be interrupted.
  func states(within limit: Duration? = nil) throws(TransportError) -> [RemoteState] {
    let names = request.references.map(\.destination)
    var states: [RemoteState] = []
    for place in remote.places {
      states.append(
        RemoteState(place: place, objects: try transport.references(names, at: place, within: limit), moving: moving))
    }
    return states
  }

  /// Returns the references that have not arrived, branches first: a tag must not be public without its commit on a
  /// branch.
  func missing(in states: [RemoteState]) -> [PushedReference] {
    let missing = request.references.filter { reference in
      reference.expectation == .new || states.contains { !$0.has(reference) }
    }
    return missing.filter { !$0.isTag } + missing.filter(\.isTag)
  }

  /// - Throws: `nonFastForward`, `moved`, `tagExists`.
  func check(_ references: [PushedReference], in states: [RemoteState]) throws(TransportError) {
    for state in states {
      for reference in references where reference.expectation == .new || !state.has(reference) {
        try check(reference, in: state)
      }
    }
  }

  private func check(_ reference: PushedReference, in state: RemoteState) throws(TransportError) {
    let found = state.objects[reference.destination]
    switch reference.expectation {
    case .absent, .new:
      guard let found else { return }
      throw .tagExists(
        remote: state.place.title, reference: reference.destination, found: found,
        by: origin(of: reference.destination, found, at: state.place))
    case .at(let expected) where found != expected, .replacing(let expected) where found != expected:
      throw .moved(
        remote: state.place.title, reference: reference.destination, expected: expected, found: found)
    case .replacing: return
    case .at, .nothing:
      // Commits of the remote that the pushed object does not contain would be lost.
      guard let found, try !isAncestor(found, of: reference.object, at: state.place) else { return }
      throw .nonFastForward(
        remote: state.place.title, reference: reference.destination, found: found, pushed: reference.object)
    }
  }

  /// Returns whether `commit` contains `ancestor`; false when one is missing here.
  private func isAncestor(
    _ ancestor: ObjectID, of commit: ObjectID, at place: RemoteEndpoint
  ) throws(TransportError) -> Bool {
    do throws(GitError) {
      // Mostly the commit that was made last is pushed.
      if let parents = try? transport.repository.commit(commit).parents, parents.contains(ancestor) { return true }
      return try transport.repository.isAncestor(ancestor, of: commit)
    } catch {
      guard case .unusableObject = error else { return false }
      throw .failed(remote: place.title, output: error.diagnostics.map(\.message).joined(separator: "\n"))
    }
  }

  /// Returns an error for the first pushed reference that has not arrived.
  func wrong(of references: [PushedReference], in states: [RemoteState]) -> TransportError? {
    for state in states {
      guard let reference = references.first(where: { !state.has($0) }) else { continue }
      return .notThere(
        remote: state.place.title, reference: reference.destination, expected: reference.object,
        found: state.objects[reference.destination])
    }
    return nil
  }

  /// Returns the origin of the existing tag; nil when unknown.
  private func origin(of tag: String, _ object: ObjectID, at place: RemoteEndpoint) -> TagOrigin? {
    // It only explains the error that is being reported.
    if let origin = try? transport.repository.origin(ofTag: object) { return origin }
    try? transport.download(tag, from: place)
    return (try? transport.repository.origin(ofTag: object)) ?? nil
  }
}

extension PushedReference {
  fileprivate var isTag: Bool { destination.hasPrefix("refs/tags/") }
}
