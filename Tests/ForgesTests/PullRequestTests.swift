import Execution
import MartletCore
import TestSupport
import Testing

/// One pull request from opening to closing, on each forge.
@Suite("A pull request", .enabled(if: ForgeServer.obstacle == nil))
struct PullRequestTests {
  private static let kinds = Forge.all

  private static func text(_ title: String, isDraft: Bool = false) -> PullRequestText {
    PullRequestText(head: "martlet/release", base: "main", title: title, body: "- Greet", isDraft: isDraft)
  }

  @Test("is opened, found by its branches, updated, labelled and closed", arguments: kinds)
  func wholeWay(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "main").get() == [])
    let opened = try forge.client.open(Self.text("Release 1.5.0")).get()
    #expect(opened.number == 1 && opened.title == "Release 1.5.0" && opened.body == "- Greet" && !opened.isDraft)
    let page = ["github": "/pull/1", "gitlab": "/-/merge_requests/1", "forgejo": "/pulls/1"][kind.id] ?? ""
    #expect(opened.page == forge.server.address + "/owner/tool" + page)
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "main").get() == [opened])
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "next").get() == [])
    #expect(try forge.client.pullRequests(from: "release", into: "main").get() == [])

    try forge.client.add(labels: ["release"], to: opened).get()
    let updated = try forge.client.update(opened, to: Self.text("Release 2.0.0")).get()
    #expect(updated.title == "Release 2.0.0" && updated.labels == ["release"] && !updated.isDraft)
    try forge.client.close(updated).get()
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "main").get() == [])
  }

  @Test("stays a draft when it is updated, and has its title without the prefix", arguments: kinds)
  func draft(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let opened = try forge.client.open(Self.text("Release 1.5.0", isDraft: true)).get()
    #expect(opened.isDraft && opened.title == "Release 1.5.0")
    let updated = try forge.client.update(opened, to: Self.text("Release 1.6.0")).get()
    #expect(updated.isDraft && updated.title == "Release 1.6.0")
  }

  @Test("is opened once: a second one of the same branch is `taken`", arguments: kinds)
  func second(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    _ = try forge.client.open(Self.text("Release 1.5.0")).get()
    guard case .taken = forge.client.open(Self.text("Release 1.5.0")) else {
      Issue.record("the branch has a pull request already")
      return
    }
  }

  @Test("is found among others on several pages", arguments: kinds)
  func pages(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    try forge.server.set(#"{"page_size": 2}"#)
    let wanted = try forge.client.open(Self.text("Release 1.5.0")).get()
    for branch in ["a", "b", "c", "d"] {
      let other = PullRequestText(head: branch, base: "main", title: branch, body: "", isDraft: false)
      _ = try forge.client.open(other).get()
    }
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "main").get() == [wanted])
  }

  @Test("may have been opened if the answer is lost", arguments: kinds)
  func lostAnswer(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "POST"}"#)
    guard case .maybeDone = forge.client.open(Self.text("Release 1.5.0")) else {
      Issue.record("the answer was lost")
      return
    }
    #expect(try forge.client.pullRequests(from: "martlet/release", into: "main").get().map(\.number) == [1])
  }

  @Test("cannot be opened by a job of GitHub before the repository's settings permit it")
  func forbidden() throws {
    let forge = try ForgeFixture(.github)
    try forge.server.set(#"{"opens_pulls": false}"#)
    #expect(
      forge.client.open(Self.text("Release 1.5.0")).failure
        == Failure(
          "GitHub does not permit its jobs to open pull requests in `owner/tool`",
          hint: "allow it in the repository's settings: Actions, General, Workflow permissions",
          code: .credentials, exit: .credentials))
  }

  @Test("on GitHub is kept by these requests")
  func requests() throws {
    let forge = try ForgeFixture(.github)
    let opened = try forge.client.open(Self.text("Release 1.5.0")).get()
    _ = try forge.client.update(opened, to: Self.text("Release 1.6.0")).get()
    try forge.client.add(labels: ["release"], to: opened).get()
    try forge.client.close(opened).get()
    #expect(
      try forge.requests() == [
        "POST /pulls 201", "PATCH /pulls/1 200", "POST /issues/1/labels 200", "PATCH /pulls/1 200",
      ])
  }
}
