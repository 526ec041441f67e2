import GitObjects
import MartletVersioning

/// A repository, for threads that only read its objects.
package struct ExportOrigin: Sendable {
  let gitDirectory: String
  /// The folder with the objects.
  let objects: String
  let environment: [String: String]
  /// The packs; nil when libgit2 reads the objects.
  let packs: PackStore?
  let replacements: [RawObjectID: RawObjectID]
  let isPartial: Bool
  /// The size in bytes above which git does not load a file into memory.
  let largeFileLength: Int

  init(_ repository: Repository, usesFastPacks: Bool) throws(GitError) {
    gitDirectory = repository.gitDirectory
    environment = repository.environment
    objects = "\(repository.commonDirectory)/objects"
    packs = usesFastPacks ? PackStore(objects: objects) : nil
    replacements = try repository.replacements()
    isPartial = repository.isPartialClone
    largeFileLength = repository.largeFileLength
  }
}
