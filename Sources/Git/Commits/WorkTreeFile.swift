import MartletCore
import Processes

/// A file of the work tree that is committed.
struct WorkTreeFile {
  let repository: Repository
  let path: RelativePath

  /// Throws for a path that is not that of a file of the repository.
  func refuseUncommittable() throws(GitError) {
    // git does not follow links to a file's folder: such a file is outside the repository.
    var parent = path.parent
    while let folder = parent {
      if case .link = try Files.kind(of: "\(repository.workTree)/\(folder)") {
        throw .notCommittable(path, reason: "it is beyond the symbolic link `\(folder)`")
      }
      parent = folder.parent
    }
    switch try Files.kind(of: "\(repository.workTree)/\(path)") {
    case .directory where try repository.listedIndex().entry(at: path) == nil:
      throw .notCommittable(path, reason: "it is a folder")
    case .other: throw .notCommittable(path, reason: "it is neither a file nor a symbolic link")
    default: break
    }
  }

  /// Whether a program such as Git LFS converts it when it is committed, or its text has another encoding.
  func hasFilterProgram() throws(GitError) -> Bool {
    if try attribute("working-tree-encoding") != nil { return true }
    guard let filter = try attribute("filter") else { return false }
    // For a required filter without a program, git reports an error.
    return ["clean", "process"].contains { repository.configuration("filter.\(filter).\($0)") != nil }
      || repository.configurationFlag("filter.\(filter).required") == true
  }

  private func attribute(_ name: String) throws(GitError) -> String? {
    let result = try GitQuery(repository).result(of: ["check-attr", "-z", name, "--", path.string])
    let value = result.output.split(separator: 0, omittingEmptySubsequences: false).dropFirst(2).first
    return value.map { String(decoding: $0, as: UTF8.self) }.flatMap {
      ["set", "unset", "unspecified"].contains($0) ? nil : $0
    }
  }

  /// Returns the ID of the blob that the file on disk would be committed as; nothing is stored.
  func contentID() throws(GitError) -> ObjectID {
    let result = try repository.gitProgram.command(["hash-object", "--", path.string]).result()
    guard result.succeeded, let id = ObjectID(result.outputText) else {
      throw .filterFailed(path, output: result.errorText)
    }
    return id
  }
}

extension Repository {
  /// Returns whether a program such as Git LFS converts the file at `path` when it is committed.
  package func filterIsProgram(at path: RelativePath) throws(GitError) -> Bool {
    try WorkTreeFile(repository: self, path: path).hasFilterProgram()
  }

  /// Returns whether `commit` has the blob at `path` that the file on disk would be committed as.
  package func commit(_ commit: ObjectID, holdsFileOnDiskAt path: RelativePath) throws(GitError) -> Bool {
    guard let file = try treeFile(at: path, in: commit) else { return false }
    return try file.object == WorkTreeFile(repository: self, path: path).contentID()
  }
}
