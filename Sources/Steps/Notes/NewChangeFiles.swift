import Lanes
import MartletChangelogs
import MartletCore

/// The change files that are new or changed since a base commit.
package struct NewChangeFiles {
  /// In byte order.
  package let paths: [RelativePath]

  /// - Throws: `Failure.shallowHistory`; `ChangelogError.badChangeFile` for an invalid change file, new or not.
  package init(since base: Revision, in draft: Draft) throws {
    try draft.refuseShallowHistory()
    paths = try ReleaseHistory.changeFiles(of: draft, since: base.commit).map(\.path)
    _ = try ReleaseHistory.changeFiles(of: draft, since: nil)
  }
}
