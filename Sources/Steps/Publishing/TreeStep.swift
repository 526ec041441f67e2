import Lanes
import MartletCore

/// A step that pushes a commit to a branch of another repository.
protocol TreeStep: Step {
  var target: TreeTarget { get set }
  /// Whether a branch that does not exist is created.
  static var createsBranch: Bool { get }
}

/// Where such a step pushes to.
struct TreeTarget: Sendable, Equatable {
  /// Nil: the repository that git pushes to.
  var repository: Template?
  var branch: Template
  var message: Template = "${project} ${version}"
  var tokenVariable: Template?

  init(branch: Template = "main") {
    self.branch = branch
  }
}

extension TreeStep {
  package var reachesServices: Bool { true }

  static var targetParameters: [Parameter<Self>] {
    [
      Parameter(
        "repository", \.target.repository,
        "The repository: `OWNER/NAME` on the server of this one, an address, a path, or the name of a remote; left out, the remote that git pushes to."
      ),
      Parameter("branch", \.target.branch, "The branch."),
      Parameter("message", \.target.message, "The commit message."),
      Parameter(
        "token_env", \.target.tokenVariable,
        "The environment variable with a token for the repository; left out, the credentials that git finds."),
    ]
  }

  static var createsBranch: Bool { true }

  package var credentialVariables: [Template] { [target.tokenVariable].compactMap(\.self) }

  /// What users install is there before another repository names it.
  package static var predecessors: [String] { ["push", "publish_release"] }

  /// The branch that it pushes to.
  func remoteBranch(in draft: Draft) throws -> RemoteBranch {
    let name = try draft.text(of: target.branch)
    guard RefName.isValid("refs/heads/\(name)") else { throw Failure.badBranchName(name) }
    let (address, remote) = try draft.repositoryAddress(target.repository.map(draft.text(of:)))
    return RemoteBranch(
      name, of: address, remote: remote, tokenVariable: try target.tokenVariable.map(draft.text(of:)))
  }

  /// Returns the decision to push what `request` has and the branch has not.
  ///
  /// - Parameter request: Nil if a command has yet to make the files.
  func publication(of request: TreeRequest?, in draft: Draft) throws -> Decision {
    if let tag = draft.createdTags.last(where: { draft.push(ofTag: $0.name) == nil }) {
      throw Failure.tagNotPublic(tag.name, step: Self.keyword)
    }
    let branch = try remoteBranch(in: draft)
    var comparison: TreeComparison?
    do {
      // Without the files, it still shows whether there is a branch.
      if let request = request ?? (Self.createsBranch ? nil : TreeRequest()) {
        comparison = try draft.workspace.comparison(of: branch, with: request)
      }
    } catch is WithheldCredential {
      return try unreadPublication(on: branch, in: draft)
    }
    if let comparison, comparison.base == nil, !Self.createsBranch { throw Failure.noBranch(branch) }
    if request == nil { comparison = nil }
    if let changes = comparison?.changes {
      guard !changes.isEmpty else {
        return Decision(remarks: ["nothing to do: `\(branch.name)` of `\(branch.address)` has the same files"])
      }
      for other in draft.plannedPublications where other.branch == branch {
        let paths = Set((other.changes ?? []).map(\.path))
        if let change = changes.first(where: { paths.contains($0.path) }) {
          throw Failure.publishedTwice(change.path, branch)
        }
      }
    }
    let publication = TreePublication(on: branch, message: try draft.text(of: target.message), comparison)
    var decision = Decision([.publishTree(publication)])
    decision.awaitsStage = request == nil
    if let variable = branch.tokenVariable, let token = draft.workspace.maskedValue(of: variable) {
      decision.secrets["the token in \(variable)"] = token
    }
    return decision
  }

  /// Returns the decision in a plan that is only shown, for a branch that only a run can read.
  func unreadPublication(on branch: RemoteBranch, in draft: Draft) throws -> Decision {
    var publication = TreePublication(on: branch, message: try draft.text(of: target.message), nil)
    publication.isUnread = true
    var decision = Decision([.publishTree(publication)])
    decision.awaitsStage = true
    return decision
  }
}

extension Draft {
  /// The sources of a file, or of every file of a folder, by their paths on a branch; nil if a command has yet to make
  /// them.
  ///
  /// - Parameter name: The path on the branch; nil for the top folder.
  /// - Throws: `Failure.missingFile`.
  func treeSources(at path: RelativePath, as name: String?) throws -> [String: TreeSource]? {
    if let name, let text = plannedText(at: path) { return [name: .text(text)] }
    let files = try workspace.filePaths(below: path)
    if !files.isEmpty {
      guard !awaitsCommand else { return nil }
      let prefix = name.map { "\($0)/" } ?? ""
      return Dictionary(
        uniqueKeysWithValues: files.map { ("\(prefix)\($0.string.dropFirst(path.string.count + 1))", .file($0.string)) }
      )
    }
    switch try artifact(at: path.string) {
    case .known, .present:
      guard !awaitsCommand || keepsFile(at: path.string) else { return nil }
      return [name ?? path.lastComponent: .file(path.string)]
    case .awaited: return nil
    case .missing:
      guard awaitsCommand else { throw Failure.nothingToPublish(path) }
      return nil
    }
  }

  /// The address of a repository, and the remote of this one on the same server.
  ///
  /// - Parameter text: `OWNER/NAME`, an address, a path or the name of a remote; nil: the remote that git pushes to.
  fileprivate func repositoryAddress(_ text: String?) throws -> (address: String, remote: String?) {
    let names = try workspace.remoteNames()
    if let text, !names.contains(text) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, !text.hasPrefix("."), !text.hasPrefix("/"), !text.contains(":") else {
        guard !text.hasPassword else { throw Failure.passwordInAddress }
        guard text.hasPrefix(".") || text.hasPrefix("/") || text.contains(":") else {
          throw Failure.badRepository(text)
        }
        return (text, nil)
      }
      let own = try repositoryAddress(nil)
      guard let path = RemoteAddress(own.address)?.path, !own.address.hasPrefix("."), !own.address.hasPrefix("/"),
        let range = own.address.ranges(of: path).last
      else { throw Failure.noServer(text, own.address) }
      return (own.address.replacingCharacters(in: range, with: text), own.remote)
    }
    let destination = try? workspace.pushDestination(of: workingBranch().name)
    guard let remote = text ?? destination?.remote ?? names.first else { throw Failure.noRemote }
    return (try workspace.remoteAddress(of: remote) ?? "", remote)
  }
}

extension String {
  fileprivate var hasPassword: Bool {
    guard let start = firstRange(of: "://") else { return false }
    let authority = self[start.upperBound...].prefix { $0 != "/" }
    return authority.lastIndex(of: "@").map { authority[..<$0].contains(":") } ?? false
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    "\(self[..<range.lowerBound])\(text)\(self[range.upperBound...])"
  }
}

extension Failure {
  fileprivate static func noBranch(_ branch: RemoteBranch) -> Failure {
    Failure("no branch `\(branch.name)` in `\(branch.address)`", hint: "correct `branch`, or push a first commit to it")
      .permanent
  }

  fileprivate static func badBranchName(_ name: String) -> Failure {
    Failure("`\(name)` is not a name of a branch, expected one such as `main`").permanent
  }

  fileprivate static func badRepository(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not a repository, expected `OWNER/NAME`, an address, a path that begins with `/` or `.`, or the name of a remote"
    ).permanent
  }

  fileprivate static func noServer(_ text: String, _ address: String) -> Failure {
    Failure(
      "`\(text)` needs a server, but this repository is pushed to `\(address)`",
      hint: "write the whole address of the repository"
    ).permanent
  }

  fileprivate static let passwordInAddress = Failure(
    "the address of the repository contains a password",
    hint: "remove it, and name the environment variable with the token in `token_env`")

  fileprivate static func tagNotPublic(_ tag: String, step: String) -> Failure {
    Failure("the tag `\(tag)` is not pushed before `\(step)`", hint: "put `push` before `\(step)`").permanent
  }

  fileprivate static func publishedTwice(_ path: String, _ branch: RemoteBranch) -> Failure {
    Failure(
      "two steps write `\(path)` on `\(branch.name)` of `\(branch.address)`", hint: "write the file in one step"
    ).permanent
  }

  fileprivate static func nothingToPublish(_ path: RelativePath) -> Failure {
    Failure(
      "no file or folder `\(path)`, expected one that exists or that an earlier step makes",
      hint: "make it in a step before this one, with `run`, or correct the path in the Releasefile")
  }
}
