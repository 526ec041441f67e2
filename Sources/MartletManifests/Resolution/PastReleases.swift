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
  /// Returns releases below the newest one that were tagged after it in the same history.
  let newerInHistory: () throws -> [Version]
  /// The files at the newest tag if that is a pre-release, otherwise nil.
  let prereleaseFiles: (any FileReading)?
  /// Returns the versions of tags of builds that are reachable, such as `builds/1.4.2/27`.
  let builds: () throws -> [Version]
  /// Returns the releases before the newest one with their files, the newest first.
  let recent: () throws -> [Release]

  /// A release with its files.
  package struct Release {
    package let version: Version
    let files: any FileReading

    package init(version: Version, files: any FileReading) {
      self.version = version
      self.files = files
    }
  }

  package init(
    files: any FileReading, earlier: Earlier? = nil, onBranches: @escaping () throws -> [Version] = { [] },
    newerInHistory: @escaping () throws -> [Version] = { [] }, builds: @escaping () throws -> [Version] = { [] },
    prereleaseFiles: (any FileReading)? = nil, recent: @escaping () throws -> [Release] = { [] }
  ) {
    self.newerInHistory = newerInHistory
    self.prereleaseFiles = prereleaseFiles
    self.builds = builds
    self.recent = recent
    self.files = files
    self.earlier = earlier
    self.onBranches = onBranches
  }
}
