import Git
import Lanes
import MartletCore
import SystemAPI

extension Workspace {
  package func comparison(of branch: RemoteBranch, with request: TreeRequest) throws -> TreeComparison {
    try comparison(of: branch, with: request, at: nil)
  }

  package func contents(of path: RelativePath, on branch: RemoteBranch) throws -> [UInt8]? {
    try contents(of: path, on: branch, at: nil)
  }

  /// Stores nothing in the repository: a plan changes nothing.
  ///
  /// - Parameter head: The commit that counts as the newest one, or nil in it for a branch without one; nil: what the
  ///   server has now.
  func comparison(of branch: RemoteBranch, with request: TreeRequest, at head: ObjectID??) throws -> TreeComparison {
    let clone = try readableClone(of: branch, at: head)
    let base = try explainingCredentials(for: branch) { try head ?? clone.head(of: branch.name) }
    let files = try base.map(clone.files) ?? [:]
    var stored: [String: TreeFile] = [:]
    for (path, source) in request.files {
      let (mode, bytes) = try source.contents(over: files[path], in: self)
      stored[path] = clone.object(of: bytes).map { TreeFile(mode: mode, object: $0) }
    }
    return TreeComparison(base: base, files, request, stored: stored)
  }

  func contents(of path: RelativePath, on branch: RemoteBranch, at head: ObjectID??) throws -> [UInt8]? {
    let clone = try readableClone(of: branch, at: head)
    guard let base = try explainingCredentials(for: branch, { try head ?? clone.head(of: branch.name) }),
      let file = try clone.files(in: base)[path.string]
    else { return nil }
    return try clone.contents(of: file.object)
  }

  /// A clone of the repository of `branch`: that of the run whose plan began at `head`, or a temporary one.
  private func readableClone(of branch: RemoteBranch, at head: ObjectID??) throws -> BranchClone {
    if head != nil { return try clone(of: branch) }
    if let clone = temporaryClones[branch.address] { return clone }
    guard try access(to: branch) != .none || branch.isOnWeb || RemoteURL(branch.address).isLocal else {
      throw WithheldCredential(branch.title)
    }
    let clone = try clone(of: branch, in: nil)
    temporaryClones[branch.address] = clone
    return clone
  }

  /// The clone of the repository of `branch` in which runs store files. It is a cache in the git directory.
  func clone(of branch: RemoteBranch) throws -> BranchClone {
    if let clone = branchClones[branch.address] { return clone }
    let name = ContentDigest(of: Array(branch.address.utf8)).hex.prefix(16)
    let folder = "\(repository.commonDirectory)/martlet/branches"
    for path in ["\(repository.commonDirectory)/martlet", folder] where mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw ExecutionError.cannotWrite(path, code: lastSystemError)
    }
    let clone = try clone(of: branch, in: "\(folder)/\(name).git")
    branchClones[branch.address] = clone
    return clone
  }

  private func clone(of branch: RemoteBranch, in folder: String?) throws -> BranchClone {
    try trust.check(.contact, before: "a connection to `\(RemoteURL(branch.address))`")
    let access = try access(to: branch)
    return try BranchClone(
      of: url(of: branch, by: access), in: folder, for: repository, by: access, isInteractive: isInteractive,
      silence: stallTimeout)
  }

  /// - Throws: `Failure.noBranchToken`; the errors of the gate.
  private func access(to branch: RemoteBranch) throws -> BranchAccess {
    guard credentials.isOpen else { return .none }
    guard let name = branch.tokenVariable else { return .credentialsOfGit }
    guard credentials.isSet([name]) else { throw Failure.noBranchToken(name, branch) }
    // Over ssh, there are no tokens.
    guard branch.isOnWeb else { return .credentialsOfGit }
    let use = CredentialUse([name], at: branch.address, for: "the push to `\(branch.title)`")
    return try credentials.credential(for: use).map { .token($0.secret.exposed) } ?? .credentialsOfGit
  }

  /// The address with the user and the password of the project's remote on the same server.
  private func url(of branch: RemoteBranch, by access: BranchAccess) throws -> RemoteURL {
    let address = branch.address
    if access != .none, let remote = branch.remote, let own = repository.remoteURL(remote),
      let user = own.userPart, let start = address.firstRange(of: "://")
    {
      return RemoteURL("\(address[..<start.upperBound])\(user)\(address[start.upperBound...])")
    }
    let isPath = address.hasPrefix(".")
    return RemoteURL(isPath ? "\(root)/\(address)" : address)
  }
}

extension Workspace {
  /// Performs `work`, and names the key for a token if the server rejects the credentials.
  ///
  /// - Throws: `WithheldCredential` if this command sends none.
  func explainingCredentials<Result>(for branch: RemoteBranch, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as TransportError {
      guard case .credentials = error, branch.isOnWeb else { throw error }
      guard credentials.isOpen else { throw WithheldCredential(branch.title) }
      throw RejectedCredentials(underlying: error, branch: branch)
    }
  }
}

extension RemoteBranch {
  /// Such as `main of https://example.org/tap`.
  fileprivate var title: String { "\(name) of \(address)" }

  fileprivate var isOnWeb: Bool { ["https://", "http://"].contains(where: address.lowercased().hasPrefix) }
}

/// A server that rejects the credentials for a branch of another repository.
private struct RejectedCredentials: ExplainedError {
  let underlying: TransportError
  let branch: RemoteBranch

  var failure: Failure {
    var failure = underlying.failure
    failure.diagnostics[0].hint =
      branch.tokenVariable.map { "set `\($0)` to a token that may push to the repository" }
      ?? "name the variable of a token that may push to the repository with `token_env` of the step"
    return failure
  }
}

extension TreeSource {
  /// Reads the mode and the bytes of a new file. A text keeps the mode of the file that it replaces.
  func contents(over old: TreeFile?, in workspace: Workspace) throws -> (mode: String, bytes: [UInt8]) {
    switch self {
    case .text(let text): return (old?.mode == "100755" ? "100755" : "100644", Array(text.utf8))
    case .file(let path):
      let absolute = try workspace.absoluteArtifactPath(path)
      var status = stat()
      guard stat(absolute, &status) == 0 else { throw ExecutionError.cannotRead(path, code: lastSystemError) }
      return (status.st_mode & 0o100 == 0 ? "100644" : "100755", try bytes(of: absolute, named: path))
    }
  }

  private func bytes(of absolute: String, named path: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try Disk.contents(of: absolute)
    } catch {
      throw ExecutionError.cannotRead(path, code: error.code)
    }
  }
}

extension Failure {
  fileprivate static func noBranchToken(_ variable: String, _ branch: RemoteBranch) -> Failure {
    Failure(
      "no token for `\(branch.address)`: `\(variable)` is not set",
      hint: "set `\(variable)` to a token that may push to the repository", code: .credentials, exit: .credentials)
  }
}
