import MartletCore

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
  /// Returns the next releases and pre-releases, the highest first, whose tags are here or on branches from here: a
  /// branch may have been merged as one commit, which does not have its tags.
  let onBranches: () throws -> [Version]

  package init(
    files: any FileReading, earlier: Earlier? = nil, onBranches: @escaping () throws -> [Version] = { [] }
  ) {
    self.files = files
    self.earlier = earlier
    self.onBranches = onBranches
  }
}
