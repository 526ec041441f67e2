import Foundation
import Git
import MartletCore
import Processes
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A transaction")
struct TransactionTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("performs exactly its plan, in order, and changes nothing else")
  func whole() throws {
    try sandbox.setMode(0o755, of: "VERSION")
    var reported: [Int] = []
    let receipt = try release.transaction(release.plan()).apply(
      reporter: CallbackReporter { reported.append($0.number) })
    #expect(reported == [1, 2, 3, 4, 5])
    let commit = try sandbox.git("rev-parse", "main")
    #expect(receipt.outcomes.compactMapValues(\.commit) == [3: try release.id(commit)])
    #expect(
      try sandbox.git("show", "--no-renames", "--format=%P%n%an %cn%n%B", "--name-only", commit) == """
        \(release.base)
        A. Author C. Committer
        Version 1.5.0


        App/Info.plist
        VERSION
        """)
    #expect(try sandbox.git("show", "main:VERSION") == "1.5.0")
    #expect(try sandbox.git("show", "main:App/Info.plist") == "<1.5.0>")
    #expect(try sandbox.git("cat-file", "-t", "1.5.0") == "tag")
    #expect(try sandbox.git("rev-parse", "1.5.0^{}") == commit)
    #expect(try sandbox.git("tag", "-l", "--format=%(contents)", "1.5.0") == "CoolApp 1.5.0")
    #expect(try release.origin.reference("refs/heads/main") == commit)
    #expect(try release.origin.reference("refs/tags/1.5.0") == sandbox.git("rev-parse", "1.5.0"))
    #expect(try release.origin.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/tags/1.5.0")
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    try release.checkHealth()
  }

  @Test("stops a commit when a signal comes, and undoes the entries before")
  func signal() throws {
    let interruption = try Interruption()
    let workspace = try Workspace(
      containing: sandbox.path, environment: sandbox.environment, interruption: interruption)
    let plan = Release.plan([
      release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.tag(at: .planned(entry: 2)),
    ])
    let failure = #expect(throws: TransactionFailure.self) {
      try release.transaction(plan, in: workspace).apply(
        reporter: CallbackReporter { entry in if entry.number == 2 { interruption.request(SIGTERM) } })
    }
    #expect(
      failure?.rendered == """
        error: interrupted by SIGTERM
        stopped at entry 2, commit; nothing is public, and everything was undone
        """)
    #expect(try sandbox.git("rev-parse", "main") == release.base)
  }

  @Test("of several stages checks before the first one what is known of the later ones")
  func forecast() throws {
    let plan = try release.plan()
    let first = Plan(
      title: "release", version: nil, entries: Array(plan.entries.prefix(2)), remarks: [], isConfirmed: true)
    try Transaction.check(plan, after: first, in: release.workspace())
    try sandbox.git("tag", "1.5.0")
    #expect(throws: ExecutionError.tagAppearedSincePlan("1.5.0")) {
      try Transaction.check(plan, after: first, in: release.workspace())
    }
    // What is checked when its stage is prepared.
    try Transaction.check(plan, after: plan, in: release.workspace())
  }

  /// Independent of the machine's speed: the test waits longer.
  @Test("waits for a lock of git that is released in time", arguments: ["index", "HEAD", "refs/tags/1.5.0"])
  func lockThatGoes(name: String) throws {
    let workspace = try release.workspace()
    workspace.repository.lockPatience = .seconds(1200)
    try sandbox.write(".git/\(name).lock", "")
    let lock = "\(sandbox.path)/.git/\(name).lock"
    Thread.detachNewThread {
      usleep(300_000)
      unlink(lock)
    }
    try release.transaction(release.plan(), in: workspace).apply().end(.done)
    #expect(try sandbox.git("log", "-1", "--format=%s %D") == "Version 1.5.0 HEAD -> main, tag: 1.5.0, origin/main")
  }

  @Test("gives up without changing anything")
  func discard() throws {
    let before = try release.snapshot()
    try release.transaction(release.plan()).discard()
    #expect(try release.snapshot().differences(from: before) == [])
    // The lock is free again.
    try release.run(release.plan())
  }

  @Test("blocks every other run until it ends")
  func lock() throws {
    let workspace = try release.workspace()
    let message = Release.plan([.showMessage("hello")])
    var words = ""
    let reporter = CallbackReporter { _ in
      do {
        try release.transaction(message, in: workspace).discard()
      } catch let error as any ExplainedError {
        words = error.rendered
      } catch {}
    }
    try release.transaction(message, in: workspace).apply(reporter: reporter).end(.done)
    #expect(words.hasPrefix("error: another run holds the lock: release, process "))
    try release.transaction(message, in: workspace).discard()
  }

  /// The event between the plan and its transaction, and its error.
  enum Meddling: CaseIterable {
    case fileChanged, fileGone, fileAppeared, headMoved, branchSwitched, headDetached, tagAppeared, tagMovedOn
    case noIdentity, noRemote, readOnlyFile, linkedOut, noTag, noGit

    var words: String {
      let again = "\nhint: run the command again for a new plan"
      switch self {
      case .fileChanged, .fileGone: return "error: `VERSION` has changed since the plan was made" + again
      case .fileAppeared: return "error: `NEW` has appeared since the plan was made" + again
      case .headMoved, .tagMovedOn:
        return "error: the checked-out commit has changed since the plan was made" + again
      case .branchSwitched, .headDetached:
        return "error: a branch other than `main` has been checked out since the plan was made" + again
      case .tagAppeared: return "error: the tag `1.5.0` has appeared since the plan was made" + again
      case .noIdentity:
        return """
          error: git has no name and email for the author of the commit
          hint: set them with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`
          """
      case .noRemote: return "error: no remote `backup`"
      case .readOnlyFile:
        return """
          error: `VERSION` is read-only (mode 0444), expected to be writable
          hint: make it writable with `chmod u+w 'VERSION'`
          """
      case .linkedOut: return "error: `VERSION` is a link that leads out of the repository"
      case .noTag: return "error: there is no `refs/tags/other` to push"
      case .noGit:
        return """
          error: no program `git` in `PATH`
          hint: install git, on macOS with `xcode-select --install`, or add its folder to `PATH`
          """
      }
    }
  }

  @Test("verifies everything verifiable before the first change", arguments: Meddling.allCases)
  func prepare(meddling: Meddling) throws {
    var plan = try release.plan()
    switch meddling {
    case .fileChanged: try sandbox.write("VERSION", "1.4.2 \n")
    case .fileGone: try sandbox.remove("VERSION")
    case .fileAppeared:
      plan = Release.plan([release.write("VERSION", "1.5.0\n"), release.write("NEW", "n\n")])
      try sandbox.write("NEW", "mine\n")
    case .headMoved: try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "Second")
    case .branchSwitched: try sandbox.git("switch", "--quiet", "--create", "side")
    case .headDetached: try sandbox.git("switch", "--quiet", "--detach")
    case .tagAppeared: try sandbox.git("tag", "1.5.0")
    case .tagMovedOn:
      plan = Release.plan([release.tag(at: .existing(try release.id(release.base))), release.push("1.5.0")])
      try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "Second")
    case .noIdentity:
      for name in ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"] { sandbox.environment[name] = nil }
    case .noRemote: plan = Release.plan([release.write("VERSION", "1.5.0\n"), release.push(remote: "backup")])
    case .readOnlyFile: try sandbox.setMode(0o444, of: "VERSION")
    case .linkedOut:
      try sandbox.remove("VERSION")
      try sandbox.folder.write("outside", "1.4.2\n")
      try sandbox.link("VERSION", to: "../outside")
    case .noTag: plan = Release.plan([release.write("VERSION", "1.5.0\n"), release.push("other")])
    case .noGit: break
    }
    let (here, there) = (try release.snapshot(), try release.remoteSnapshot())
    var environment = sandbox.environment
    if meddling == .noGit { environment["PATH"] = "/nowhere" }
    let error = #expect(throws: (any Error).self) {
      try release.transaction(plan, in: Workspace(containing: sandbox.path, environment: environment)).discard()
    }
    #expect((error as? any ExplainedError)?.rendered == meddling.words)
    #expect(try release.snapshot().differences(from: here) == [])
    #expect(try release.remoteSnapshot().differences(from: there) == [])
    try release.checkHealth()
  }

  @Test("writes one file several times, and undoes all of it")
  func severalWrites() throws {
    let first = FileWrite(
      from: SourceText(path: "VERSION", text: "1.4.2\n"), to: SourceText(path: "VERSION", text: "1.5.0\n"))
    let second = FileWrite(
      from: SourceText(path: "VERSION", text: "1.5.0\n"), to: SourceText(path: "VERSION", text: "1.5.1\n"))
    let plan = Release.plan([.writeFile(first), .writeFile(second), release.tag("v/x", at: .planned(entry: 9))])
    #expect(
      try release.failure(of: plan)
        == """
        error: entry 9 of the plan is not a commit
        stopped at entry 3, tag; nothing is public, and everything was undone
        """)
    try release.run(Release.plan([.writeFile(first), .writeFile(second)]))
    #expect(sandbox.read("VERSION") == "1.5.1\n")
  }

  @Test(
    "commits the target of a link, and writes a file with two paths once",
    arguments: [["LINK"], ["LINK", "Real/VERSION"]])
  func links(paths: [RelativePath]) throws {
    try sandbox.write("Real/VERSION", "1.4.2\n")
    try sandbox.link("LINK", to: "Real/VERSION")
    try sandbox.git("add", "Real", "LINK")
    try sandbox.git("commit", "--quiet", "-m", "Link", "--", "Real", "LINK")
    let base = try sandbox.git("rev-parse", "HEAD")
    let commit = CommitCreation(
      message: "Raise", files: paths.map { CommittedFile($0, .unknown) }, branch: "main",
      parent: .existing(try release.id(base)),
      runsHooks: true)
    try release.run(
      Release.plan(paths.map { release.write($0, "1.5.0\n") } + [.createCommit(commit)]))
    #expect(try sandbox.git("show", "--format=", "--name-only", "HEAD") == "Real/VERSION")
    #expect(try sandbox.git("show", "HEAD:Real/VERSION") == "1.5.0")
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    try release.checkHealth()
  }
}
