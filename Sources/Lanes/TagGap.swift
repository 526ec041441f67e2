/// Why tags that are elsewhere may not be here.
package enum TagGap: Hashable, Sendable {
  /// History was cut off when cloning, and with it the tags of what is older.
  case shallowClone
  /// Tags of this remote are not fetched, as `git clone --no-tags` sets it.
  case notFetched(remote: String)
}
