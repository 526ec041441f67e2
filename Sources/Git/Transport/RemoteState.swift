import Versioning

/// What one place of a remote has.
struct RemoteState {
  let place: RemotePlace
  /// By the full names of the references.
  let objects: [String: ObjectID]
  /// The references here that will have moved before anything is pushed.
  let moving: Set<String>

  /// Whether the reference is there as it is wanted.
  func has(_ reference: PushedReference) -> Bool {
    !moving.contains(reference.source) && objects[reference.destination] == reference.object
  }
}

extension PushedReference {
  /// The same reference, expected to be where it was seen to be: what somebody does to it since then is not undone.
  ///
  /// Places that have different objects cannot be expected to have one; there, only what loses nothing is pushed.
  func leased(on states: [RemoteState]) -> PushedReference {
    let found = Set(states.filter { !$0.has(self) }.map { $0.objects[destination] })
    guard expectation != .absent, found.count == 1, let only = found.first else { return self }
    return PushedReference(
      object, from: source, to: destination, expecting: only.map { .at($0) } ?? .absent)
  }
}
