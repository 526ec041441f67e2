import TextEditing
import Versioning

/// The files of the last releases, as evidence of which places their maintainers raise with the version.
package struct PastReleases {
  /// The release before the newest one.
  package struct Earlier {
    let version: Version
    let files: any FileReading
    /// Returns the files that differ between the two releases.
    let changedPaths: () throws -> [RelativePath]

    package init(
      version: Version, files: any FileReading, changedPaths: @escaping () throws -> [RelativePath]
    ) {
      self.version = version
      self.files = files
      self.changedPaths = changedPaths
    }
  }

  /// The files at the newest release.
  let files: any FileReading
  let earlier: Earlier?

  package init(files: any FileReading, earlier: Earlier? = nil) {
    self.files = files
    self.earlier = earlier
  }
}
