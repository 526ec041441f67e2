import Changelogs
import Lanes
import TextEditing

/// The change files that were not there, or were others, where the work at hand began.
package struct NewChangeFiles {
  /// In byte order.
  package let paths: [RelativePath]

  /// - Throws: `Failure.shallowHistory`; `ChangelogError.badChangeFile` for one that cannot be read, be it new or not.
  package init(since base: Revision, in draft: Draft) throws {
    try draft.refuseShallowHistory()
    paths = try ReleaseHistory.changeFiles(of: draft, since: base.commit).map(\.path)
    _ = try ReleaseHistory.changeFiles(of: draft, since: nil)
  }
}
