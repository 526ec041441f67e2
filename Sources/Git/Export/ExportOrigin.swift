import MartletCore

/// A repository, for threads that only read its objects.
package struct ExportOrigin: Sendable {
  let packs: PackStore
  let replacements: [RawObjectID: RawObjectID]
  let isPartial: Bool
  /// The size in bytes above which git does not load a file into memory.
  let largeFileLength: Int

  init(_ repository: Repository) throws(GitError) {
    packs = repository.objects.packs
    replacements = try repository.replacements()
    isPartial = repository.isPartialClone
    largeFileLength = repository.largeFileLength
  }
}
