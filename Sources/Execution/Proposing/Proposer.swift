import Git
import Lanes
import MartletCore

/// Keeps the branch and the pull request of a release up to date.
///
/// Each commit of the branch has a trailer with its own tree. The branch is replaced only while all its commits have such
/// a trailer, so that commits of other users, and amended ones, stay.
package struct Proposer {
  private let workspace: Workspace
  private let place: ProposalPlace
  private let client: any ForgeClient
  private let transport: GitTransport

  /// - Throws: a failure if the repository is not on a forge, or there is no token.
  package init(_ workspace: Workspace, at place: ProposalPlace, reporter: any RunReporter) throws {
    try workspace.trust.check(.write, before: "the pull request of \(place.branch)")
    self.workspace = workspace
    self.place = place
    transport = try workspace.transport(to: place.repository.remote)
    client = try ForgeAccess(workspace, reporter: reporter).client(of: place.repository)
  }

  /// Writes the branch and its pull request, as far as they differ from `proposal`.
  ///
  /// - Throws: `Failure.foreignCommits`, `.notOnRemote`; errors of the push and of the forge, which show whether the branch was
  ///   pushed.
  package func keep(_ proposal: Proposal) throws -> ProposalResult {
    let remote = try references()
    guard try isCurrent(remote) else { return .outdated }
    let isPushed = try pushed(proposal, over: remote.branch) != remote.branch
    do {
      return try keepPullRequest(of: proposal, isPushed: isPushed)
    } catch let error as any ExplainedError where isPushed {
      throw Failure.onlyPushed(place, error.failure)
    }
  }

  private func keepPullRequest(of proposal: Proposal, isPushed: Bool) throws -> ProposalResult {
    let found = try pullRequests()
    let text = PullRequestText(
      head: place.branch, base: place.base, title: proposal.title, body: proposal.body.shortened,
      isDraft: place.declaration.isDraft)
    guard let first = found.first else { return .opened(try open(text)) }
    let isSame = first.title == text.title && first.body.isSameText(as: text.body)
    if !isSame { _ = try get(client.update(first, to: text)) }
    let areLabelled = try !addLabels(to: first)
    return isSame && areLabelled && !isPushed ? .unchanged(first.seen) : .updated(first.seen)
  }

  /// Closes the open pull request of the branch, because there is nothing to release.
  package func close() throws -> ProposalResult {
    guard try isCurrent(references()) else { return .outdated }
    let found = try pullRequests()
    for request in found { try get(client.close(request)) }
    return found.first.map { .closed($0.seen) } ?? .nothing
  }
}

// MARK: The branch

extension Proposer {
  /// The commits that the remote's branches name.
  private struct RemoteState {
    let base: ObjectID?
    let branch: ObjectID?
  }

  private var baseReference: String { "refs/heads/\(place.base)" }
  private var branchReference: String { "refs/heads/\(place.branch)" }

  private func references() throws -> RemoteState {
    let found = try transport.references([baseReference, branchReference], of: place.repository.remote)
    return RemoteState(base: found[baseReference], branch: found[branchReference])
  }

  /// Whether the checked-out commit is the newest one of its branch on the remote; false if it is an earlier one.
  ///
  /// - Throws: `Failure.notOnRemote` if the remote does not have it.
  private func isCurrent(_ remote: RemoteState) throws -> Bool {
    guard let base = remote.base else { throw Failure.notOnRemote(place) }
    if base == place.head { return true }
    try fetch(baseReference, base)
    guard try workspace.repository.isAncestor(place.head, of: base) else { throw Failure.notOnRemote(place) }
    return false
  }

  /// Pushes the commits of `proposal`, unless the branch has them.
  ///
  /// - Returns: the last one.
  private func pushed(_ proposal: Proposal, over old: ObjectID?) throws -> ObjectID {
    var existing: [Commit] = []
    if let old {
      try fetch(branchReference, old)
      existing = try workspace.repository.commits(reachableFrom: old, notFrom: [place.head]).reversed().map {
        try workspace.repository.commit($0)
      }
      let foreign = existing.filter { !$0.isProposed }
      guard foreign.isEmpty else { throw Failure.foreignCommits(foreign, place) }
    }
    var tip = place.head
    for (index, commit) in proposal.commits.enumerated() {
      tip = try stored(commit, on: tip, orLike: index < existing.count ? existing[index] : nil)
    }
    guard tip != old else { return tip }
    let reference = PushedReference(
      tip, from: branchReference, to: branchReference, expecting: old.map { .replacing($0) } ?? .absent)
    _ = try transport.push(PushRequest([reference], to: place.repository.remote))
    return tip
  }

  /// Stores a commit of the proposal.
  ///
  /// - Parameter existing: A commit of the branch, which is kept if it differs only in its dates and its signature.
  private func stored(_ commit: Proposal.Commit, on parent: ObjectID, orLike existing: Commit?) throws -> ObjectID {
    let files = commit.files.map { write in
      FileContents(path: write.path, bytes: write.contents, isExecutable: write.isExecutable == true)
    }
    let tree = try workspace.repository.storeTree(of: parent, with: files)
    let message = try workspace.repository.cleanMessage(
      TrailerBlock.adding(Commit.proposalTrailer, tree.hex, to: commit.message))
    if let existing, existing.parents == [parent], existing.tree == tree, existing.message == message {
      return existing.id
    }
    return try workspace.repository.storeCommit(
      of: tree, on: parent, message: message, now: workspace.now, signing: SigningPolicy(commit.isSigned),
      isInteractive: workspace.isInteractive)
  }

  private func fetch(_ reference: String, _ commit: ObjectID) throws {
    guard try !workspace.repository.hasCommit(commit) else { return }
    try transport.download(reference, of: place.repository.remote)
  }
}

extension Commit {
  fileprivate static let proposalTrailer = "Proposed-Tree"

  /// Whether Martlet wrote it, and its files are unchanged since.
  fileprivate var isProposed: Bool {
    parents.count == 1 && TrailerBlock(of: message.utf8).value(of: Self.proposalTrailer) == tree.hex
  }
}

// MARK: The pull request

extension Proposer {
  private func pullRequests() throws -> [ForgePullRequest] {
    try get(client.pullRequests(from: place.branch, into: place.base))
  }

  /// If the answer was lost, or another job was faster, the pull request is there.
  private func open(_ text: PullRequestText) throws -> ProposedPullRequest {
    let result = client.open(text)
    let opened: ForgePullRequest
    switch result {
    case .maybeDone, .taken:
      guard let found = try pullRequests().first else { return try get(result).seen }
      opened = found
    case .done, .notFound, .limited, .refused: opened = try get(result)
    }
    _ = try addLabels(to: opened)
    return opened.seen
  }

  /// - Returns: whether a label was missing.
  private func addLabels(to request: ForgePullRequest) throws -> Bool {
    let missing = place.declaration.labels.filter { !request.labels.contains($0) }
    if !missing.isEmpty { try get(client.add(labels: missing, to: request)) }
    return !missing.isEmpty
  }

  /// Returns the value of `result`. A proposal has no journal, so it is repeated instead of resumed.
  private func get<Value>(_ result: ForgeResult<Value>) throws -> Value {
    do throws(Failure) {
      return try result.get()
    } catch {
      guard [.rateLimit, .answerLost].contains(error.code) else { throw error }
      var failure = error
      for index in failure.diagnostics.indices { failure.diagnostics[index].hint = "run `martlet propose` again" }
      throw failure
    }
  }
}

extension ForgePullRequest {
  fileprivate var seen: ProposedPullRequest { ProposedPullRequest(number: number, page: page) }
}

extension String {
  /// GitHub accepts 65536 characters for the text of a pull request.
  private static let limit = 60_000

  fileprivate var shortened: String {
    count <= Self.limit ? self : prefix(Self.limit) + "\n\n… The changelog has the rest.\n"
  }

  /// Whether the texts are equal, except for the line ends and blanks that forges change.
  fileprivate func isSameText(as other: String) -> Bool {
    func lines(_ text: String) -> [Substring] {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return Array(lines.reversed().drop(while: \.isEmpty).reversed())
    }
    return lines(self) == lines(other)
  }
}

extension Failure {
  /// The branch is on the remote, and its pull request is missing or old.
  fileprivate static func onlyPushed(_ place: ProposalPlace, _ failure: Failure) -> Failure {
    var failure = failure
    failure.exit = .partlyPublic
    let note =
      "the branch `\(place.branch)` is pushed to `\(place.repository.remote)`; its pull request is not up to date"
    if !failure.diagnostics.isEmpty { failure.diagnostics[0].notes.append(note) }
    return failure
  }

  fileprivate static func foreignCommits(_ commits: [Commit], _ place: ProposalPlace) -> Failure {
    let count = commits.count == 1 ? "a commit" : "\(commits.count) commits"
    return Failure(
      "`\(place.branch)` has \(count) that Martlet did not write, so it is not replaced",
      hint: "keep them on another branch, then run "
        + "`git push \(place.repository.remote.shellWord) --delete \(place.branch.shellWord)`",
      notes: commits.prefix(5).map { "\($0.id.short) \($0.subject), by \($0.author.name)".escapedForTerminal() },
      exit: .conflict)
  }

  fileprivate static func notOnRemote(_ place: ProposalPlace) -> Failure {
    Failure(
      "`\(place.base)` of `\(place.repository.remote)` does not have the commit \(place.head.short)",
      hint: "push it first, or switch to `\(place.base)` as the remote has it", exit: .conflict)
  }
}
