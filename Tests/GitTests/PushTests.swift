import Foundation
import Git
import MartletCore
import Processes
import TestSupport
import Testing

/// Details of a push through the `git` program.
@Suite("A push")
struct PushTests {
  private let fixture: PushFixture
  private var sandbox: GitSandbox { fixture.sandbox }

  init() throws { fixture = try PushFixture() }

  @Test("pushes nothing else, with any configuration")
  func nothingElse() throws {
    try sandbox.git("tag", "-a", "-m", "other", "other")
    try sandbox.git("config", "push.followTags", "true")
    try sandbox.git("config", "remote.origin.push", "refs/heads/*:refs/heads/evil/*")
    try fixture.push()
    #expect(try fixture.remote.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/tags/v1")
  }

  @Test("to a mirror pushes nothing else and deletes nothing")
  func mirror() throws {
    try sandbox.git("branch", "here-alone")
    try fixture.remote.git("branch", "there-alone", "main")
    try sandbox.git("config", "remote.origin.mirror", "true")
    try fixture.push()
    try fixture.expectPushed()
    #expect(
      try fixture.remote.git("for-each-ref", "--format=%(refname)")
        == "refs/heads/main\nrefs/heads/there-alone\nrefs/tags/v1")
  }

  @Test("reads the push address, if it differs from the fetch address")
  func pushAddress() throws {
    let address = try sandbox.git("remote", "get-url", "origin")
    try sandbox.git("remote", "set-url", "origin", "\(sandbox.folder.path)/nowhere.git")
    try sandbox.git("remote", "set-url", "--push", "origin", address)
    try fixture.push()
    try fixture.expectPushed()
    #expect(try sandbox.id("refs/remotes/origin/main") == fixture.commit)
  }

  @Test("follows `insteadOf` and `pushInsteadOf` for reading and writing", arguments: ["insteadOf", "pushInsteadOf"])
  func insteadOf(setting: String) throws {
    try sandbox.git("config", "url.\(sandbox.folder.path)/.\(setting)", "short:")
    try sandbox.git("remote", "set-url", "origin", "short:origin.git")
    try fixture.push()
    try fixture.expectPushed()
    #expect(try sandbox.id("refs/remotes/origin/main") == fixture.commit)
  }

  @Test("to two addresses reports which one failed", arguments: [true, false])
  func twoAddresses(isRefused: Bool) throws {
    let second = try sandbox.addRemote("second")
    try sandbox.git("push", "-q", "second", "main~:refs/heads/main")
    try sandbox.git("remote", "set-url", "--add", "origin", second.path)
    guard isRefused else {
      #expect(try fixture.push().pushed == ["refs/heads/main", "refs/tags/v1"])
      try fixture.expectPushed()
      #expect(try second.reference("refs/tags/v1") == fixture.tag.hex)
      return
    }
    try second.hook("pre-receive", "exit 1")
    let error = try fixture.failure()
    #expect(
      error
        == .notThere(
          remote: second.path, reference: "refs/heads/main", expected: fixture.commit, found: fixture.first))
    try fixture.expectPushed()
    try second.hook("pre-receive", "exit 0")
    try fixture.push()
    #expect(try second.reference("refs/heads/main") == fixture.commit.hex)
    #expect(try second.reference("refs/tags/v1") == fixture.tag.hex)
  }

  @Test("to a server without atomic pushes is refused before the first change, with a fix")
  func noAtomic() throws {
    try fixture.remote.git("config", "receive.advertiseAtomic", "false")
    let rehearsed = #expect(throws: TransportError.self) { try fixture.transport().rehearse(fixture.order) }
    #expect(rehearsed == .noAtomicPush(remote: "origin"))
    #expect(
      try fixture.refusal().rendered == """
        error: an atomic push to `origin` is not supported
        hint: push the branch first and the tag last with `push: {atomic: false}`
        """)
    var order = fixture.order
    order.isAtomic = false
    try fixture.transport().rehearse(order)
    try fixture.push(order)
    try fixture.expectPushed()
  }

  @Test("without atomicity sends the tag last, and only if the branch arrived")
  func oneByOne() throws {
    try fixture.remote.hook("update", "echo $1 >> seen; test $1 != refs/heads/main")
    var order = PushRequest(fixture.order.references.reversed(), to: "origin")
    order.isAtomic = false
    #expect(
      try fixture.refusal(order)
        == .declined(
          remote: "origin", reference: "refs/heads/main", reason: "hook declined",
          output: "error: hook declined to update refs/heads/main"))
    #expect(sandbox.folder.read("origin.git/seen") == "refs/heads/main\n")
  }

  @Test(
    "refused by the rules of a forge suggests a fix",
    arguments: [
      ("GH006: Protected branch update failed for refs/heads/main.", "update", "refs/heads/main", protectedBranch),
      ("GH013: Repository rule violations found for refs/tags/v1.", "update", "refs/tags/v1", protectedTag),
      (
        "GitLab: You are not allowed to push code to protected branches on this project.", "pre-receive",
        "refs/heads/main", protectedBranch
      ),
      (
        "GitLab: You are not allowed to create this tag as it is protected.", "update", "refs/tags/v1", protectedTag
      ),
      ("Gitea: Not allowed to push to protected branch main", "pre-receive", "refs/heads/main", protectedBranch),
    ])
  func forgeRules(words: String, hook: String, reference: String, hint: String) throws {
    try fixture.remote.hook(hook, "case \"${1:-\(reference)}\" in \(reference)) echo '\(words)' >&2; exit 1;; esac")
    let (reason, more) =
      hook == "update"
      ? ("hook declined", "\n  error: hook declined to update \(reference)") : ("pre-receive hook declined", "")
    let name = hint == Self.protectedTag ? "the tag `v1`" : "`main`"
    #expect(
      try fixture.refusal().rendered
        == "error: `origin` refused \(name): \(reason)\n  \(words)\(more)\nhint: \(hint)")
  }

  private static let protectedBranch =
    "allow this account to push to it in the server's rules, or merge the commit with a pull request and then tag it"
  private static let protectedTag =
    "allow this account to create the tag in the server's rules, then run the command again"

  @Test(
    "refused for its size or its contents prints the server's message",
    arguments: [
      (
        "error: GH001: Large files detected. You may want to try Git Large File Storage\n"
          + "error: File big.bin is 120.00 MB; this exceeds the file size limit",
        "remove the file from the unpushed commits, or store it with Git LFS"
      ), ("Your push would exceed the \u{1B}[1mquota\u{1B}[0m of 10 GB", nil),
      ("Commit message does not follow the pattern '^[A-Z]+-[0-9]+'", nil),
    ] as [(String, String?)])
  func content(words: String, hint: String?) throws {
    try fixture.remote.hook("pre-receive", "cat >&2 <<'END'\n\(words)\nEND\nexit 1")
    let rendered = try fixture.refusal().rendered
    let lines = words.split(separator: "\n").map { "  \($0.replacing("\u{1B}", with: #"\u{1b}"#))\n" }.joined()
    #expect(
      rendered + "\n"
        == "error: `origin` refused `main`: pre-receive hook declined\n\(lines)"
        + (hint.map { "hint: \($0)\n" } ?? ""))
  }

  @Test("keeps a limited end of a server's very long output")
  func manyLines() throws {
    try fixture.remote.hook("pre-receive", "seq 1 100 >&2; exit 1")
    let notes = try fixture.refusal().diagnostics.flatMap(\.notes)
    #expect(notes.count == 41)
    #expect(notes.first == "  … 60 earlier lines")
    #expect(notes.last == "  100")
  }

  @Test("to a missing repository prints git's message, without secrets")
  func unreachable() throws {
    try sandbox.git("remote", "set-url", "origin", "\(sandbox.folder.path)/nowhere.git")
    guard case .unreachable("origin", let output) = try fixture.failure() else {
      Issue.record("another error")
      return
    }
    #expect(output.contains("nowhere.git"))
  }

  @Test("without a git program reports that")
  func noProgram() throws {
    sandbox.environment["PATH"] = "/nowhere"
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: no program `git` in `PATH`
        hint: install git, on macOS with `xcode-select --install`, or add its folder to `PATH`
        """)
  }

  @Test(
    "treats no remote as an option, and no reference as a pattern",
    arguments: ["--upload-pack=touch evil", "-x", "none", ""])
  func injection(remote: String) throws {
    #expect(throws: TransportError.noRemote(remote)) {
      try fixture.push(PushRequest(fixture.order.references, to: remote))
    }
    for name in ["main", "refs/heads/*", "refs/heads/a:b", "-x", "refs/heads/a b", "refs/../x\n", "refs/heads/a^"] {
      let order = PushRequest(
        [PushedReference(fixture.commit, from: "refs/heads/main", to: name, expecting: .nothing)], to: "origin")
      #expect(throws: TransportError.invalidReference(name)) { try fixture.push(order) }
    }
    #expect(!sandbox.has("evil"))
  }

  @Test("is preceded by a check of the remote, whose names are matched in full")
  func references() throws {
    try sandbox.git("push", "-q", "origin", "v1", "main:refs/heads/x/refs/heads/main")
    let names = ["refs/heads/main", "refs/tags/v1", "refs/tags/none"]
    #expect(
      try fixture.transport().references(names, of: "origin")
        == ["refs/heads/main": fixture.first, "refs/tags/v1": fixture.tag])
  }

  @Test("passes git's input to `pre-push`")
  func hookInput() throws {
    try sandbox.hook(
      "pre-push", "echo \"$1 $2\" >> .git/seen; cat >> .git/seen; env | grep -c ^GIT_DIR >> .git/seen; :")
    try fixture.push()
    let ours = sandbox.read(".git/seen")
    try fixture.remote.git("update-ref", "refs/heads/main", fixture.first.hex)
    try fixture.remote.git("update-ref", "-d", "refs/tags/v1")
    try sandbox.remove(".git/seen")
    try sandbox.git("push", "-q", "origin", "main", "v1")
    #expect(sandbox.read(".git/seen") == ours)
    let zeros = String(repeating: "0", count: 40)
    #expect(
      ours == """
        origin \(fixture.remote.path)
        refs/heads/main \(fixture.commit) refs/heads/main \(fixture.first)
        refs/tags/v1 \(fixture.tag) refs/tags/v1 \(zeros)
        0

        """)
  }
}
