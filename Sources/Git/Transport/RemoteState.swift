import MartletCore

/// The references of one place of a remote.
struct RemoteState {
  let place: RemoteEndpoint
  /// The objects by the full names of the references.
  let objects: [String: ObjectID]
  /// The local references that will move before the push.
  let moving: Set<String>

  /// Returns whether the reference already names the pushed object.
  func has(_ reference: PushedReference) -> Bool {
    !moving.contains(reference.source) && objects[reference.destination] == reference.object
  }
}

extension PushedReference {
  /// Returns the reference with its current object as the expected one, so that a concurrent change is not overwritten.
  ///
  /// If the places have different objects, there is no common one; then a push is only allowed if no commit is lost.
  func leased(on states: [RemoteState]) -> PushedReference {
    let found = Set(states.filter { !$0.has(self) }.map { $0.objects[destination] })
    guard ![.absent, .new].contains(expectation), found.count == 1, let only = found.first else { return self }
    return PushedReference(
      object, from: source, to: destination, expecting: only.map { .at($0) } ?? .absent)
  }
}
