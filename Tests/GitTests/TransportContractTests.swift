import Foundation
import Git
import MartletCore
import Processes
import TestSupport
import Testing

/// The guarantees of a push, with every kind of server.
@Suite("A push to every kind of server")
struct TransportContractTests {
  @Test(
    "is tested, if the machine supports it",
    .disabled(if: !Way.obstacles.isEmpty, Comment(rawValue: Way.obstacles.joined(separator: "; "))))
  func ways() {
    #expect(Way.possible == Way.allCases)
  }

  @Test("sends the branch and the tag, and updates the remote-tracking branch", arguments: Way.possible)
  func both(way: Way) throws {
    let fixture = try PushFixture(way)
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: [], pushed: ["refs/heads/main", "refs/tags/v1"], answerWasLost: false))
    try fixture.expectPushed()
    #expect(try fixture.sandbox.id("refs/remotes/origin/main") == fixture.commit)
  }

  @Test("accepts references that are already there, all or some", arguments: Way.possible)
  func again(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.git("fetch", "-q", "--no-tags", fixture.sandbox.path, "main:main")
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: ["refs/heads/main"], pushed: ["refs/tags/v1"], answerWasLost: false))
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: ["refs/heads/main", "refs/tags/v1"], pushed: [], answerWasLost: false))
    try fixture.expectPushed()
  }

  @Test("predicts in a trial what would fail, and moves nothing", arguments: Way.possible)
  func rehearsal(way: Way) throws {
    let fixture = try PushFixture(way)
    let before = try fixture.remote.git("for-each-ref")
    try fixture.remote.hook("pre-receive", "echo no >&2; exit 1")
    try fixture.sandbox.hook("pre-push", "exit 1")
    try fixture.transport().rehearse(fixture.order)
    try fixture.remote.git("tag", "-m", "Theirs", "v1")
    let theirs = try #require(ObjectID(fixture.remote.reference("refs/tags/v1") ?? ""))
    let error = #expect(throws: TransportError.self) { try fixture.transport().rehearse(fixture.order) }
    guard case .tagExists("origin", "refs/tags/v1", theirs, by: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try fixture.remote.git("tag", "-d", "v1")
    #expect(try fixture.remote.git("for-each-ref") == before)
  }

  @Test("sends nothing if the server refuses the branch", arguments: Way.possible)
  func branchRefused(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook(
      "update", "if [ $1 = refs/heads/main ]; then printf 'GH006: \\033[31mprotected\\033[0m %s\\n' $1 >&2; exit 1; fi")
    let error = try fixture.refusal()
    guard case .declined("origin", "refs/heads/main", "hook declined", let output) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(output.contains("GH006: "))
    #expect(error.rendered.hasPrefix("error: `origin` refused `main`: hook declined\n  GH006: "))
    #expect(!error.rendered.contains("\u{1B}"))
    #expect(!error.mayHaveArrived)
  }

  @Test("reports what is public if the server refuses the tag", arguments: Way.possible)
  func tagRefused(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook("update", "if [ $1 = refs/tags/v1 ]; then echo 'no tags' >&2; exit 1; fi")
    let refusal = TransportError.declined(
      remote: "origin", reference: "refs/tags/v1", reason: "hook declined",
      output: "no tags\nerror: hook declined to update refs/tags/v1")
    #expect(try fixture.refusal() == refusal)
    var order = fixture.order
    order.isAtomic = false
    let error = try fixture.failure(order)
    #expect(error == .partial(remote: "origin", arrived: ["refs/heads/main"], refusal))
    #expect(error.mayHaveArrived)
    #expect(
      error.rendered == """
        error: `origin` accepted `refs/heads/main`, but not the rest: `origin` refused the tag `v1`: hook declined
          no tags
          error: hook declined to update refs/tags/v1
        """)
    #expect(try fixture.remote.reference("refs/heads/main") == fixture.commit.hex)
    #expect(try fixture.remote.reference("refs/tags/v1") == nil)
  }

  @Test("loses no concurrent push, at any moment", arguments: Way.possible, [true, false])
  func moved(way: Way, before: Bool) throws {
    let fixture = try PushFixture(way)
    let other = try fixture.sandbox.clone(fixture.remote)
    try other.commit("Other", ["b.txt": "other\n"])
    let theirs = try other.id("HEAD")
    if before {
      try other.git("push", "-q", "origin", "main")
    } else {
      try fixture.sandbox.hook("pre-push", "unset GIT_DIR; git -C '\(other.path)' push -q origin main")
    }
    let error = try fixture.failure()
    #expect(
      error == .moved(remote: "origin", reference: "refs/heads/main", expected: fixture.first, found: theirs))
    #expect(try fixture.remote.reference("refs/heads/main") == theirs.hex)
    #expect(try fixture.remote.reference("refs/tags/v1") == nil)
  }

  @Test("only fast-forwards, also without an expected head", arguments: Way.possible)
  func onlyForward(way: Way) throws {
    let fixture = try PushFixture(way)
    let other = try fixture.sandbox.clone(fixture.remote)
    try other.commit("Other", ["b.txt": "other\n"])
    try other.git("push", "-q", "origin", "main")
    let order = PushRequest(
      [PushedReference(fixture.commit, from: "refs/heads/main", to: "refs/heads/main", expecting: .nothing)],
      to: "origin")
    let error = try fixture.refusal(order)
    let theirs = try other.id("HEAD")
    #expect(
      error
        == .nonFastForward(remote: "origin", reference: "refs/heads/main", found: theirs, pushed: fixture.commit))
    #expect(
      error.rendered == """
        error: `origin` has commits on `main` that are not here: it is at \(theirs.short), and \
        \(fixture.commit.short) does not contain it
        hint: get the commits with `git pull --rebase --autostash origin main`, then run the command again
        """)
  }

  @Test("keeps another user's tag, and names its author", arguments: Way.possible, [true, false])
  func tagTaken(way: Way, before: Bool) throws {
    let fixture = try PushFixture(way)
    let other = try fixture.sandbox.clone(fixture.remote)
    try other.commit("Other", ["b.txt": "other\n"])
    other.environment["GIT_COMMITTER_NAME"] = "B. Dev"
    try other.git("tag", "-a", "-m", "theirs", "v1", "HEAD")
    let theirs = try other.id("refs/tags/v1")
    if before {
      try other.git("push", "-q", "origin", "v1")
    } else {
      try fixture.sandbox.hook("pre-push", "unset GIT_DIR; git -C '\(other.path)' push -q origin v1")
    }
    let error = try fixture.failure()
    guard case .tagExists("origin", "refs/tags/v1", theirs, by: let origin) = error else {
      Issue.record("\(error)")
      return
    }
    let words = "by B. Dev at 2025-12-31 20:31:00 -0330, of the commit \(try other.id("HEAD").short)"
    #expect(origin?.description == words)
    #expect(
      error.rendered.hasSuffix(
        """
        `origin` already has the tag `v1`: \(theirs.short), made \(words)
        hint: this version is already released: choose the next one
        """))
    #expect(try fixture.remote.reference("refs/tags/v1") == theirs.hex)
    // To read its author, the tag was fetched here; no reference names it.
    #expect(try fixture.sandbox.id("refs/tags/v1") == fixture.tag)
    #expect(!fixture.sandbox.has(".git/FETCH_HEAD"))
  }

  @Test("detects that the server only claims success", arguments: Way.possible)
  func lying(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook("post-receive", "git update-ref -d refs/tags/v1")
    let lie = TransportError.notThere(
      remote: "origin", reference: "refs/tags/v1", expected: fixture.tag, found: nil)
    let error = try fixture.failure()
    #expect(error == lie)
    #expect(error.mayHaveArrived)
    #expect(
      lie.rendered
        == "error: `origin` does not show what was pushed: the tag `v1` is at no commit, expected \(fixture.tag.short)"
    )
  }

  @Test("detects that an interrupted push arrived", arguments: Way.possible)
  func cutAfter(way: Way) throws {
    let fixture = try PushFixture(way, .cutsAfter)
    if way == .gitToPath || way == .gitOverSSH { try fixture.remote.hook("post-receive", "kill -9 $PPID") }
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: [], pushed: ["refs/heads/main", "refs/tags/v1"], answerWasLost: true))
    try fixture.expectPushed()
  }

  @Test("retries once if it was interrupted before anything moved", arguments: Way.possible)
  func cutOnce(way: Way) throws {
    let fixture = try PushFixture(way, .cutsBeforeOnce)
    if way == .gitToPath || way == .gitOverSSH {
      try fixture.remote.hook("pre-receive", "test -e cut || { touch cut; kill -9 $PPID; }")
    }
    #expect(try fixture.push().pushed == ["refs/heads/main", "refs/tags/v1"])
    try fixture.expectPushed()
  }

  @Test("does not try a third time, and reports an unknown result", arguments: Way.possible)
  func cutBefore(way: Way) throws {
    let fixture = try PushFixture(way, .cutsBefore)
    if way == .gitToPath || way == .gitOverSSH { try fixture.remote.hook("pre-receive", "kill -9 $PPID") }
    let error = try fixture.refusal()
    guard case .cutOff("origin", _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
    #expect(
      error.diagnostics.map(\.message) == [
        "`origin` closed the connection twice without an answer, and does not have the push yet"
      ]
    )
  }

  @Test("runs `pre-push` before it sends anything, unless hooks are off", arguments: Way.possible)
  func prePush(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.sandbox.hook("pre-push", "echo 'tests fail: permission denied' >&2; exit 1")
    #expect(try fixture.refusal() == .hookFailed(output: "tests fail: permission denied"))
    var order = fixture.order
    order.runsHooks = false
    try fixture.push(order)
    try fixture.expectPushed()
  }

  @Test("reads endless output of a server, and keeps its end", arguments: Way.possible)
  func endless(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook(
      "pre-receive", "yes 'noise \u{1B}[2J' | head -c 3000000 >&2; echo quota exceeded >&2; exit 1")
    guard case .declined("origin", "refs/heads/main", "pre-receive hook declined", let output) = try fixture.refusal()
    else {
      Issue.record("another error")
      return
    }
    #expect(output.utf8.count < 1 << 17)
    #expect(output.hasSuffix("quota exceeded"))
  }

  @Test("is ended when this process receives a signal, before anything was sent", arguments: Way.possible)
  func interruptedHook(way: Way) throws {
    let fixture = try PushFixture(way)
    let interruption = try Interruption()
    let started = "\(fixture.sandbox.folder.path)/started"
    try fixture.sandbox.hook("pre-push", "touch '\(started)'; exec sleep 600")
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: started) { usleep(1000) }
      interruption.request(15)
    }
    let before = try fixture.remote.git("for-each-ref")
    #expect(throws: TransportError.interrupted(signal: 15)) { try fixture.push(interruption: interruption) }
    #expect(try fixture.remote.git("for-each-ref") == before)
  }
}
