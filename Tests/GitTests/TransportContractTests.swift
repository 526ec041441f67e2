import Foundation
import Git
import Processes
import TestSupport
import Testing
import Versioning

/// What every transport promises, over every kind of server.
@Suite("Every way to a remote")
struct TransportContractTests {
  @Test(
    "is tried, when the machine has what it takes",
    .disabled(if: !Way.obstacles.isEmpty, Comment(rawValue: Way.obstacles.joined(separator: "; "))))
  func ways() {
    #expect(Way.possible == Way.allCases)
  }

  @Test("brings the branch and the tag, and keeps note of where the branch is", arguments: Way.possible)
  func both(way: Way) throws {
    let fixture = try PushFixture(way)
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: [], pushed: ["refs/heads/main", "refs/tags/v1"], answerWasLost: false))
    try fixture.expectPushed()
    #expect(try fixture.sandbox.id("refs/remotes/origin/main") == fixture.commit)
  }

  @Test("C6: may be gone again, whole or in part", arguments: Way.possible)
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

  @Test("tells what a rehearsal would meet, and moves nothing", arguments: Way.possible)
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

  @Test("C1: brings nothing when the server refuses the branch", arguments: Way.possible)
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
    #expect(error.rendered.hasPrefix("error: `origin` refused `refs/heads/main`: hook declined\n  GH006: "))
    #expect(!error.rendered.contains("\u{1B}"))
    #expect(!error.mayHaveArrived)
  }

  @Test("C2: says what is public when the server refuses the tag", arguments: Way.possible)
  func tagRefused(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook("update", "if [ $1 = refs/tags/v1 ]; then echo 'no tags' >&2; exit 1; fi")
    let refusal = TransportError.declined(
      remote: "origin", reference: "refs/tags/v1", reason: "hook declined",
      output: "no tags\nerror: hook declined to update refs/tags/v1")
    if way.isAtomic { #expect(try fixture.refusal() == refusal) }
    var order = fixture.order
    order.isAtomic = false
    let error = try fixture.failure(order)
    #expect(error == .partial(remote: "origin", arrived: ["refs/heads/main"], refusal))
    #expect(error.mayHaveArrived)
    #expect(
      error.rendered == """
        error: `origin` has `refs/heads/main`, and not the rest: `origin` refused `refs/tags/v1`: hook declined
          no tags
          error: hook declined to update refs/tags/v1
        """)
    #expect(try fixture.remote.reference("refs/heads/main") == fixture.commit.hex)
    #expect(try fixture.remote.reference("refs/tags/v1") == nil)
  }

  @Test("C4: loses nothing that somebody has put there, at whichever moment", arguments: Way.possible, [true, false])
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

  @Test("C4: goes only forward, also without an expectation", arguments: Way.possible)
  func onlyForward(way: Way) throws {
    let fixture = try PushFixture(way)
    let other = try fixture.sandbox.clone(fixture.remote)
    try other.commit("Other", ["b.txt": "other\n"])
    try other.git("push", "-q", "origin", "main")
    var order = PushOrder(
      [PushedReference(fixture.commit, from: "refs/heads/main", to: "refs/heads/main", expecting: .nothing)],
      to: "origin")
    order.isAtomic = way.isAtomic
    let error = try fixture.refusal(order)
    let theirs = try other.id("HEAD")
    #expect(
      error
        == .nonFastForward(remote: "origin", reference: "refs/heads/main", found: theirs, pushed: fixture.commit))
    #expect(
      error.rendered == """
        error: `origin` has commits on `refs/heads/main` that are not here: it is at \(theirs.short), and \
        \(fixture.commit.short) does not follow it
        hint: get them with `git pull --rebase origin main`, then run the command again
        """)
  }

  @Test("C5: leaves somebody else's tag alone, and tells whose it is", arguments: Way.possible, [true, false])
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
    let found = way.isAtomic || before ? error : error.cause
    guard case .tagExists("origin", "refs/tags/v1", theirs, by: let origin) = found else {
      Issue.record("\(error)")
      return
    }
    let words = "by B. Dev at 2025-12-31 20:31:00 -0330, of the commit \(try other.id("HEAD").short)"
    #expect(origin?.description == words)
    #expect(
      error.rendered.hasSuffix(
        """
        `origin` has `refs/tags/v1` already, as another object: \(theirs.short), made \(words)
        hint: somebody has released it: choose the next version
        """))
    #expect(try fixture.remote.reference("refs/tags/v1") == theirs.hex)
    // To know whose it is, the tag was brought here; nothing names it.
    #expect(try fixture.sandbox.id("refs/tags/v1") == fixture.tag)
    #expect(!fixture.sandbox.has(".git/FETCH_HEAD"))
  }

  @Test("C11: finds out that the server only claims to have done it", arguments: Way.possible)
  func lying(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.hook("post-receive", "git update-ref -d refs/tags/v1")
    let lie = TransportError.notThere(
      remote: "origin", reference: "refs/tags/v1", expected: fixture.tag, found: nil)
    let error = try fixture.failure()
    #expect(error == (way.isAtomic ? lie : .partial(remote: "origin", arrived: ["refs/heads/main"], lie)))
    #expect(error.mayHaveArrived)
    #expect(
      lie.rendered
        == "error: `origin` does not show what was pushed: its `refs/tags/v1` is at no commit, expected \(fixture.tag.short)"
    )
  }

  @Test("C7: finds out that what broke off had been done", arguments: Way.possible)
  func cutAfter(way: Way) throws {
    let fixture = try PushFixture(way, .cutsAfter)
    if way == .gitToPath || way == .gitOverSSH { try fixture.remote.hook("post-receive", "kill -9 $PPID") }
    #expect(
      try fixture.push()
        == PushReport(alreadyThere: [], pushed: ["refs/heads/main", "refs/tags/v1"], answerWasLost: true))
    try fixture.expectPushed()
  }

  @Test("C8: tries once more when it broke off before anything had moved", arguments: Way.possible)
  func cutOnce(way: Way) throws {
    let fixture = try PushFixture(way, .cutsBeforeOnce)
    if way == .gitToPath || way == .gitOverSSH {
      try fixture.remote.hook("pre-receive", "test -e cut || { touch cut; kill -9 $PPID; }")
    }
    #expect(try fixture.push().pushed == ["refs/heads/main", "refs/tags/v1"])
    try fixture.expectPushed()
  }

  @Test("C8: does not try a third time, and does not claim to know", arguments: Way.possible)
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
        "`origin` broke off twice without an answer, and does not have the push by now"
      ]
    )
  }

  @Test("asks `pre-push` before it sends anything, unless hooks are off", arguments: Way.possible)
  func prePush(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.sandbox.hook("pre-push", "echo 'tests fail: permission denied' >&2; exit 1")
    #expect(try fixture.refusal() == .hookFailed(output: "tests fail: permission denied"))
    var order = fixture.order
    order.runsHooks = false
    try fixture.push(order)
    try fixture.expectPushed()
  }

  @Test("C11: reads what a server says without end, and keeps its end", arguments: Way.possible)
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

  @Test("is ended when this process is asked to stop, before anything was sent", arguments: Way.possible)
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

extension TransportError {
  /// Why only a part has arrived.
  fileprivate var cause: TransportError {
    if case .partial(_, _, let error) = self { return error }
    return self
  }
}
