/// What the record of a run is on the remote.
package enum RecordForm: String, Sendable, CaseIterable {
  /// A reference below `refs/martlet`, which is neither a branch nor a tag.
  case reference
  /// A branch, for servers that accept only branches and tags.
  case branch
}
