import GitObjects
import Versioning

/// A repository as threads need to know it that only read its objects.
package struct ExportOrigin: Sendable {
  let gitDirectory: String
  /// The folder that the objects are kept in.
  let objects: String
  let environment: [String: String]
  /// Nil when libgit2 reads the objects.
  let packs: PackStore?
  let replacements: [RawObjectID: RawObjectID]
  let isPartial: Bool
  /// What git does not hold in memory.
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
