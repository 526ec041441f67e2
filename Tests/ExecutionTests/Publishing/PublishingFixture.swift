import Execution
import HTTP
import MartletCore
import Processes
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// A repository whose tag `1.5.0` is on a forge of this machine, and a run that publishes the release of the tag with one
/// file, `dist/tool.txt`.
final class PublishingFixture {
  let sandbox: GitSandbox
  let server: ForgeServer
  let workspace: Workspace
  let interruption: Interruption
  let repository: ForgeRepository
  let draft: ReleaseDraft
  let artifact: Artifact
  var run: RunState

  static let contents = "tool\n"
  private static let tokenVariables: [Forge: String] = [
    .github: "GITHUB_TOKEN", .gitlab: "GITLAB_TOKEN", .forgejo: "FORGEJO_TOKEN",
  ]

  init(_ kind: Forge = .github, token: String = "write-token", edits: DraftEdits = .keep) throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["Package.swift": "// A package.\n"])
    try sandbox.git("tag", "-m", "Tool 1.5.0", "1.5.0")
    let folder = "\(sandbox.folder.path)/forge"
    try sandbox.git("clone", "--quiet", "--bare", ".", "\(folder)/owner/tool.git")
    try sandbox.git("--git-dir", "\(folder)/owner/tool.git", "config", "http.receivepack", "true")
    server = try ForgeServer(repositories: folder)
    try sandbox.git("remote", "add", "origin", server.remote("owner/tool"))
    var environment = sandbox.environment
    let variable = Self.tokenVariables[kind] ?? ""
    environment[variable] = token
    environment.allow(variable, at: server.address)
    interruption = try Interruption()
    workspace = try Workspace(containing: sandbox.path, environment: environment, interruption: interruption)
    // As in a run.
    workspace.credentials.open(prompt: nil)
    repository = ForgeRepository(
      kind: kind, remote: "origin", address: server.remote("owner/tool"), ForgeDeclaration())
    let description = ReleaseDescription(
      tag: "1.5.0", title: "Tool 1.5.0", notes: "New.", isPrerelease: false, isLatest: true)
    draft = ReleaseDraft(description, on: repository, edits: edits)

    _ = try RunLock(in: workspace.repository.commonDirectory, holder: "test")
    let id = try #require(RunID(beginningAt: "2026-11-21T18:30:00Z"))
    run = RunState(in: try RunStore(of: workspace.repository).makeFolder(of: id))
    try sandbox.write("dist/tool.txt", Self.contents)
    let path = "\(sandbox.path)/dist/tool.txt"
    artifact = Artifact(name: "tool.txt", path: "dist/tool.txt", contents: try run.folder.keepArtifact(at: path))
  }

  var mark: ReleaseMark { ReleaseMark(of: run) }

  /// A client with the same token: another user, or another program.
  func client() throws -> any ForgeClient { try ForgeAccess(workspace).client(of: repository) }

  func releases() throws -> [ForgeRelease] { try client().releases().get() }

  /// The only release.
  func release() throws -> ForgeRelease {
    let releases = try releases()
    #expect(releases.count == 1)
    return try #require(releases.first)
  }

  private func requests() throws -> ReleaseRequests { try ReleaseRequests(draft, in: workspace, run) }

  func open() throws {
    let requests = try requests()
    try requests.open(&run)
  }

  func upload() throws {
    let requests = try requests()
    try requests.upload(artifact, &run)
  }

  func publish() throws {
    let requests = try requests()
    try requests.publish(ReleasePublication(of: draft, with: [artifact], isAwaited: false), &run)
  }

  /// Publishes the release as another program would.
  func publishElsewhere() throws -> ForgeRelease {
    try client().publish(release(), as: ReleaseDescription(draft, mark)).get()
  }

  /// Does what another user does to the release; see `tamper.py`.
  func tamper(_ action: String) throws {
    try server.tamper(
      #"{"forge": "\#(repository.kind.id)", "repository": "owner/tool", "tag": "1.5.0", "action": "\#(action)"}"#)
  }

  /// Sends a request to the API of GitHub, as another user.
  func request(_ method: String, _ path: String, _ body: String) throws {
    let answer = try HTTPClient(userAgent: "user").send(
      HTTPRequest(
        method, "\(server.address)/api/v3/repos/owner/tool/\(path)", headers: [.json],
        credentials: HTTPCredentials("Authorization", "Bearer write-token"),
        body: HTTPBody([.bytes(Array(body.utf8))])), to: nil, observer: QuietObserver())
    try #require(answer.isSuccess)
  }

  /// How the state of a part of the release is found when the run is resumed.
  func state(of change: ReleaseChange) throws -> String { try change.state(in: workspace).words }

  /// The id of the object that a tag has here.
  func tagObject() throws -> ObjectID { try #require(ObjectID(sandbox.git("rev-parse", "refs/tags/1.5.0"))) }
}

extension ChangeState {
  /// The state, and the reason of one that was overtaken.
  var words: String {
    switch self {
    case .notDone: "not done"
    case .partlyDone: "partly done"
    case .done: "done"
    case .overtaken(let error): "overtaken: \(error.firstMessage)"
    }
  }
}
