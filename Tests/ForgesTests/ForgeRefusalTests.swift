import Execution
import MartletCore
import TestSupport
import Testing

@Suite("A forge that refuses", .enabled(if: ForgeServer.obstacle == nil))
struct ForgeRefusalTests {
  private static let kinds = Forge.all

  @Test(
    "because the repository was archived or renamed says so",
    arguments: [
      (Forge.github, 403, "Repository was archived so is read-only.", "is archived on GitHub, so it is read-only"),
      (.forgejo, 423, "owner/tool is archived", "is archived on Forgejo, so it is read-only"),
      (.gitlab, 405, "405 Non GET methods are not allowed for moved projects", "has moved on GitLab"),
    ])
  func repository(_ kind: Forge, _ status: Int, _ answer: String, _ message: String) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    try forge.server.add(
      fault:
        #"{"kind": "status", "status": \#(status), "body": {"message": "\#(answer)"}, "method": "\#(kind == .gitlab ? "PUT" : "POST")"}"#
    )
    let result = forge.client.upload(try forge.asset("tool.zip", "zip"), to: draft)
    #expect(result.failure?.firstMessage == "`owner/tool` \(message)")
  }

  @Test(
    "a token that is wrong, or can only read, names the variable and the permission", arguments: kinds,
    ["other", "read-token"])
  func token(_ kind: Forge, _ token: String) throws {
    let forge = try ForgeFixture(kind, token: token)
    let draft = ForgeRelease(
      id: "v1.5.0", tag: "v1.5.0", title: "", notes: "", isDraft: true, isPrerelease: false, page: "")
    let result =
      kind == .gitlab ? forge.client.publish(draft, as: ForgeFixture.text) : forge.client.createDraft(ForgeFixture.text)
    let hint =
      switch kind.interface {
      case .gitHub: "set `GITHUB_TOKEN` to a token that can write contents (`contents: write`)"
      case .gitLab: "set `GITLAB_TOKEN` to a token that can use the API (scope `api`, role Developer)"
      case .forgejo: "set `FORGEJO_TOKEN` to a token that can write to the repository (scope `write:repository`)"
      }
    guard case .refused(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(
      failure.diagnostics.first?.message
        == (kind == .gitlab && token == "read-token"
          ? "GitLab refuses to change `owner/tool`: the token may not, or the project is archived"
          : "\(forge.client.forge.name) does not accept the token for `owner/tool`"))
    #expect(failure.diagnostics.first?.hint == hint)
    #expect(failure.code == .credentials)
    #expect(failure.exit == .credentials)
  }

  @Test("a request without a token", arguments: [Forge.github, .forgejo])
  func noToken(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind, token: nil)
    #expect(
      forge.client.createDraft(ForgeFixture.text).failure?.firstMessage
        == "\(forge.client.forge.name) requires a token for `owner/tool`")
  }

  @Test(
    "to write is known before the first release, as far as the forge shows it",
    arguments: [
      (.github, "write-token", .personal, "confirmed"),
      (.github, "app-token", .personal, "confirmed"),
      (.github, "read-token", .personal, "the token cannot write to `owner/tool` on GitHub"),
      (.github, "other", .personal, "GitHub does not accept the token for `owner/tool`"),
      (.gitlab, "write-token", .personal, "GitLab does not report the scopes of a token"),
      (.gitlab, "read-token", .personal, "the token cannot write to `owner/tool` on GitLab"),
      (.gitlab, "job-token", .job, "the token of a job does not show its rights"),
      (.gitlab, "other", .job, "GitLab does not accept the token for `owner/tool`"),
      (.forgejo, "write-token", .personal, "Forgejo does not report the scopes of a token"),
      (.forgejo, "other", .personal, "Forgejo does not accept the token for `owner/tool`"),
    ] as [(Forge, String, ForgeToken.Kind, String)])
  func writeAccess(_ kind: Forge, _ token: String, _ tokenKind: ForgeToken.Kind, _ expected: String) throws {
    let forge = try ForgeFixture(kind, token: token, tokenKind: tokenKind)
    switch forge.client.checkWriteAccess() {
    case .done(.confirmed): #expect(expected == "confirmed")
    case .done(.unconfirmed(let reason)): #expect(expected == reason)
    case let other: #expect(other.failure?.firstMessage == expected)
    }
    // The check creates nothing.
    #expect(try forge.server.state() == ForgeFixture(kind).server.state())
  }

  @Test("a repository that is missing or not visible", arguments: kinds)
  func missing(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind, repository: "owner/missing")
    guard case .notFound(let failure) = forge.client.checkWriteAccess() else {
      Issue.record("there is no such repository")
      return
    }
    #expect(failure.firstMessage == "\(forge.client.forge.name) cannot find this in `owner/missing`")
    #expect(
      failure.diagnostics.first?.hint
        == "check the repository's name with `git remote -v`, and whether the token can read it")
    let hidden = try ForgeFixture(kind, token: nil, repository: "owner/private")
    guard case .notFound(let other) = hidden.client.releases() else {
      Issue.record("it does not show a private repository")
      return
    }
    #expect(
      other.diagnostics.first?.hint
        == "check the repository's name with `git remote -v`; a private repository needs a token")
  }

  @Test("a second release of a tag: `taken`", arguments: kinds)
  func taken(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let first = try forge.client.createDraft(ForgeFixture.text).get()
    let second = kind == .github ? try forge.client.createDraft(ForgeFixture.text).get() : first
    _ = try forge.client.publish(first, as: ForgeFixture.text).get()
    let result =
      kind == .forgejo
      ? forge.client.createDraft(ForgeFixture.text) : forge.client.publish(second, as: ForgeFixture.text)
    guard case .taken(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.firstMessage == "\(forge.client.forge.name) already has this")
    #expect(failure.exit == .conflict)
  }

  @Test("a protected tag", arguments: kinds)
  func protectedTag(_ kind: Forge) throws {
    let folder = try TemporaryFolder()
    let git = try GitSandbox()
    _ = try git.run("git", ["init", "--bare", "--quiet", "\(folder.path)/owner/tool.git"])
    let forge = try ForgeFixture(kind, server: ForgeServer(repositories: folder.path))
    try forge.server.set(#"{"protected_tags": ["v1.5.0"]}"#)
    let draft = forge.client.createDraft(ForgeFixture.text)
    let result = kind == .forgejo ? draft : draft.flatMap { forge.client.publish($0, as: ForgeFixture.text) }
    guard case .refused(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.firstMessage == "a rule on \(forge.client.forge.name) protects this tag")
    #expect(failure.code == .tagProtected)
  }

  @Test("to change an immutable release on GitHub, and to reuse its tag even after its deletion")
  func immutable() throws {
    let forge = try ForgeFixture(.github)
    try forge.server.set(#"{"immutable": true}"#)
    let published = try forge.client.publish(forge.draftWithAssets(), as: ForgeFixture.text).get()
    #expect(published.isImmutable)
    let message = "an immutable release on GitHub uses this tag"
    let late = forge.client.upload(try forge.asset("late.zip", "late"), to: published)
    #expect(late.failure?.firstMessage == message)
    let again = try forge.client.createDraft(ForgeFixture.text).get()
    let result = forge.client.publish(again, as: ForgeFixture.text)
    #expect(result.failure?.firstMessage == message)
    #expect(result.failure?.code == .releaseImmutable)
  }

  @Test("with the request id for GitHub's support")
  func requestID() throws {
    let forge = try ForgeFixture(.github)
    try forge.server.add(
      fault: """
        {"kind": "status", "status": 422, "headers": {"X-GitHub-Request-Id": "A1:B2"},
         "body": {"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
                  "errors": [{"resource": "Release", "code": "custom", "field": "body", "message": "is odd"}]}}
        """)
    #expect(
      forge.client.createDraft(ForgeFixture.text)
        == .refused(
          Failure(
            "GitHub refused the request",
            notes: [
              "status 422: Validation Failed; is odd; Release; body; custom", "request id: A1:B2",
            ], code: .requestRefused)))
  }
}
