import Git
import TestSupport
import Testing
import Versioning

@Suite("A push")
struct PushTests {
  private let sandbox: GitSandbox
  private let remote: GitRemoteSandbox
  private let first: ObjectID
  private let commit: ObjectID
  private let tag: ObjectID

  /// `origin` has the first commit; the second one and the tag `v1` of it are here alone.
  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    first = try sandbox.id("HEAD")
    remote = try sandbox.addRemote()
    try sandbox.git("push", "-q", "origin", "main")
    try sandbox.commit("Second", ["a.txt": "two\n"])
    try sandbox.git("tag", "-a", "-m", "v1", "v1")
    commit = try sandbox.id("HEAD")
    tag = try sandbox.id("refs/tags/v1")
  }

  private var order: PushOrder {
    PushOrder(
      [
        PushedReference(commit, to: "refs/heads/main", expecting: .at(first)),
        PushedReference(tag, to: "refs/tags/v1", expecting: .absent),
      ], to: "origin")
  }

  private func push(_ order: PushOrder? = nil) throws -> PushReport {
    try GitTransport(of: try sandbox.repository()).push(order ?? self.order)
  }

  private func refusal(_ order: PushOrder? = nil) throws -> TransportError? {
    let before = try remote.git("for-each-ref")
    let error = #expect(throws: TransportError.self) { try push(order) }
    #expect(try remote.git("for-each-ref") == before)
    return error
  }

  private func expectPushed() throws {
    #expect(try remote.reference("refs/heads/main") == commit.hex)
    #expect(try remote.reference("refs/tags/v1") == tag.hex)
    #expect(try remote.git("fsck", "--strict") == "")
  }

  @Test("brings the branch and the tag")
  func both() throws {
    #expect(
      try push() == PushReport(alreadyThere: [], pushed: ["refs/heads/main", "refs/tags/v1"], answerWasLost: false))
    try expectPushed()
    #expect(try sandbox.id("refs/remotes/origin/main") == commit)
  }

  @Test("may be repeated, whole or in part")
  func again() throws {
    try sandbox.git("push", "-q", "origin", "main")
    #expect(
      try push()
        == PushReport(alreadyThere: ["refs/heads/main"], pushed: ["refs/tags/v1"], answerWasLost: false))
    #expect(
      try push()
        == PushReport(alreadyThere: ["refs/heads/main", "refs/tags/v1"], pushed: [], answerWasLost: false))
    try expectPushed()
  }

  @Test("pushes nothing else, whatever the configuration says")
  func nothingElse() throws {
    try sandbox.git("tag", "-a", "-m", "other", "other")
    try sandbox.git("config", "push.followTags", "true")
    try sandbox.git("config", "remote.origin.push", "refs/heads/*:refs/heads/evil/*")
    _ = try push()
    #expect(try remote.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/tags/v1")
  }

  @Test("is all or nothing when the server refuses one of both", arguments: ["refs/heads/main", "refs/tags/v1"])
  func declined(name: String) throws {
    try remote.hook(
      "update", "if [ $1 = \(name) ]; then printf 'GH006: \\033[31mprotected\\033[0m %s\\n' $1 >&2; exit 1; fi")
    let error = try refusal()
    guard case .declined("origin", name, "hook declined", let output) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(output.contains("GH006: "))
    let rendered = try #require(error?.diagnostics.first).rendered()
    #expect(rendered.hasPrefix("error: `origin` refused `\(name)`: hook declined\n  GH006: "))
    #expect(!rendered.contains("\u{1B}"))
  }

  @Test("refused as a whole by the server names the first reference")
  func preReceive() throws {
    try remote.hook("pre-receive", "echo 'quota exceeded' >&2; exit 1")
    guard case .declined("origin", "refs/heads/main", "pre-receive hook declined", "quota exceeded") = try refusal()
    else {
      Issue.record("another error")
      return
    }
  }

  @Test("to a server without atomic pushes is refused, unless it is of one reference")
  func noAtomic() throws {
    try remote.git("config", "receive.advertiseAtomic", "false")
    #expect(try refusal() == .noAtomicPush(remote: "origin"))
    let single = PushOrder([PushedReference(tag, to: "refs/tags/v1", expecting: .absent)], to: "origin")
    #expect(try push(single).pushed == ["refs/tags/v1"])
  }

  @Test("on top of a branch that has moved is refused, at whichever moment", arguments: [true, false])
  func moved(before: Bool) throws {
    let other = try sandbox.clone(remote)
    try other.commit("Other", ["b.txt": "other\n"])
    let theirs = try other.id("HEAD")
    if before {
      try other.git("push", "-q", "origin", "main")
      #expect(
        try refusal() == .moved(remote: "origin", reference: "refs/heads/main", expected: first, found: theirs))
    } else {
      try sandbox.hook("pre-push", "unset GIT_DIR; git -C '\(other.path)' push -q origin main")
      let error = #expect(throws: TransportError.self) { try push() }
      #expect(error == .moved(remote: "origin", reference: "refs/heads/main", expected: first, found: theirs))
      #expect(try remote.reference("refs/heads/main") == theirs.hex)
      #expect(try remote.reference("refs/tags/v1") == nil)
    }
  }

  @Test("without an expectation still uses no force")
  func noForce() throws {
    let other = try sandbox.clone(remote)
    try other.commit("Other", ["b.txt": "other\n"])
    try other.git("push", "-q", "origin", "main")
    let order = PushOrder([PushedReference(commit, to: "refs/heads/main", expecting: .nothing)], to: "origin")
    let error = try refusal(order)
    #expect(
      error == .nonFastForward(remote: "origin", reference: "refs/heads/main", found: try other.id("HEAD")))
    #expect(
      error?.diagnostics.first?.hint == "get them with `git pull --rebase origin main`, then run the command again")
  }

  @Test("of a tag that somebody else has pushed is refused, at whichever moment", arguments: [true, false])
  func tagRace(before: Bool) throws {
    let other = try sandbox.clone(remote)
    try other.git("tag", "-a", "-m", "theirs", "v1", "HEAD")
    let theirs = try other.id("refs/tags/v1")
    if before {
      try other.git("push", "-q", "origin", "v1")
    } else {
      try sandbox.hook("pre-push", "unset GIT_DIR; git -C '\(other.path)' push -q origin v1")
    }
    let error = #expect(throws: TransportError.self) { try push() }
    #expect(error == .tagExists(remote: "origin", reference: "refs/tags/v1", found: theirs))
    #expect(try remote.reference("refs/tags/v1") == theirs.hex)
    #expect(try remote.reference("refs/heads/main") == first.hex)
  }

  @Test("whose answer is lost is found to be done")
  func lostAnswer() throws {
    try remote.hook("post-receive", "kill -9 $PPID")
    let report = try push()
    #expect(report.pushed == ["refs/heads/main", "refs/tags/v1"])
    #expect(report.answerWasLost)
    try expectPushed()
  }

  @Test("that is cut off before anything moved is not done")
  func cutOff() throws {
    try remote.hook("pre-receive", "kill -9 $PPID")
    guard case .unreachable("origin", _) = try refusal() else {
      Issue.record("another error")
      return
    }
  }

  @Test("that the server only claims to have done is found out")
  func lyingServer() throws {
    try remote.hook("post-receive", "git update-ref -d refs/tags/v1")
    let error = #expect(throws: TransportError.self) { try push() }
    #expect(error == .notThere(remote: "origin", reference: "refs/tags/v1", expected: tag, found: nil))
    #expect(
      error?.diagnostics.first?.message
        == "`origin` has taken the push, but its `refs/tags/v1` is at no commit, expected \(tag.short)")
  }

  @Test("is refused by the user's own hook, unless hooks are off")
  func prePush() throws {
    try sandbox.hook("pre-push", "echo 'tests fail: permission denied' >&2; exit 1")
    guard case .hookFailed(let output) = try refusal() else {
      Issue.record("another error")
      return
    }
    #expect(output.contains("tests fail"))
    var order = self.order
    order.runsHooks = false
    _ = try push(order)
    try expectPushed()
  }

  @Test("to a place that is not there says what git said, without secrets")
  func unreachable() throws {
    try sandbox.git("remote", "set-url", "origin", "\(sandbox.folder.path)/nowhere.git")
    guard case .unreachable("origin", let output) = #expect(throws: TransportError.self, performing: { try push() })
    else {
      Issue.record("another error")
      return
    }
    #expect(output.contains("nowhere.git"))
  }

  @Test("without a git program says so")
  func noProgram() throws {
    sandbox.environment["PATH"] = "/nowhere"
    let repository = try sandbox.repository()
    #expect(!repository.gitProgram.isThere)
    let error = #expect(throws: TransportError.self) { try GitTransport(of: repository).push(order) }
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: no program `git` in `PATH`, expected `git` for talking to remotes
        hint: install git, or put its folder into `PATH`
        """)
  }

  @Test(
    "takes no option for a remote, and no pattern for a reference",
    arguments: ["--upload-pack=touch evil", "-x", "none", ""])
  func injection(remote: String) throws {
    #expect(throws: TransportError.noRemote(remote)) { try push(PushOrder(order.references, to: remote)) }
    for name in ["main", "refs/heads/*", "refs/heads/a:b", "-x", "refs/heads/a b", "refs/../x\n"] {
      let order = PushOrder([PushedReference(commit, to: name, expecting: .nothing)], to: "origin")
      if name.hasPrefix("refs/..") || !name.hasPrefix("refs/heads/") || name.contains(where: { "*: ".contains($0) }) {
        #expect(throws: TransportError.invalidReference(name)) { try push(order) }
      }
    }
    #expect(!sandbox.has("evil"))
  }

  @Test("is preceded by a look at the remote, whose names are matched in full")
  func references() throws {
    try sandbox.git("push", "-q", "origin", "v1", "main:refs/heads/x/refs/heads/main")
    let transport = GitTransport(of: try sandbox.repository())
    #expect(
      try transport.references(["refs/heads/main", "refs/tags/v1", "refs/tags/none"], of: "origin")
        == ["refs/heads/main": first, "refs/tags/v1": tag])
    let all = try transport.references([], of: "origin")
    #expect(all["refs/heads/x/refs/heads/main"] == commit)
    #expect(all["refs/tags/v1"] == tag)
  }
}
