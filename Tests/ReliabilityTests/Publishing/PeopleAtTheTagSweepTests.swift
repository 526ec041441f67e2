import Foundation
import TestSupport
import Testing

/// Other users and jobs who act on the same tag during a release.
@Suite("Another user at the tag of a run", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PeopleAtTheTagSweepTests {
  enum Moment: String, CaseIterable {
    case beforeDraft, afterDraft, afterUploads, inHook, afterPush, beforePublishing, afterPublishing
  }

  /// Actions of `tamper.py`, with the words of an error that names the part.
  static let actions: [(name: String, words: [String])] = [
    ("delete-asset", ["`App.zip`"]), ("replace-asset", ["`App.zip`"]),
    ("rename-asset", ["`renamed.bin`", "`App.zip`"]),
    ("add-asset", ["`stranger.bin`"]), ("edit-notes", ["title or the notes"]), ("edit-title", ["title or the notes"]),
    ("edit-mark", ["pre-release"]), ("edit-tag", ["`9.9.9`", "release of the tag `1.5.0`"]), ("edit-target", []),
    ("publish", ["draft was published", "did not make the public release", "tag `1.5.0`", "release 1.5.0: "]),
    ("delete", ["draft of `1.5.0`", "release of the tag `1.5.0`"]),
    ("duplicate", ["2 releases of `1.5.0`", "did not make", "draft of `1.5.0`"]),
    ("other-job", ["did not make the public release of `1.5.0`", "release of `1.5.0`", "already has this"]),
    ("fill-package", ["`secrets.env`"]), ("delete-tag", ["no tag `1.5.0`", "tag 1.5.0", "`refs/tags/1.5.0`"]),
    ("move-tag", ["the tag `1.5.0`", "tag 1.5.0", "`refs/tags/1.5.0`"]), ("protect-tag", ["protected"]),
    ("make-private", ["private"]), ("archive", ["archived"]), ("rename", ["has moved on "]),
  ]

  /// The actions that a forge has no request or no button for: GitLab has neither drafts nor marks, and only GitLab has
  /// packages.
  private static func exists(_ action: String, on kind: ForgeProject.Kind) -> Bool {
    kind == .gitlab ? !["edit-mark", "edit-tag", "edit-target"].contains(action) : action != "fill-package"
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let action: Int
    let moment: Moment
    let kind: ForgeProject.Kind
    var testDescription: String { "\(kind), \(PeopleAtTheTagSweepTests.actions[action].name), \(moment)" }
  }

  static let cases: [Case] = actions.indices.flatMap { action in
    Moment.allCases.flatMap { moment in
      ForgeProject.Kind.allCases.filter { exists(actions[action].name, on: $0) }.map {
        Case(action: action, moment: moment, kind: $0)
      }
    }
  }

  @Test(
    "ends in the planned release, or stops with the part named, in the same clone and in a new one",
    arguments: FaultSample.some(7, of: cases))
  func sweep(one: Case) throws {
    let first = try Attempt(one, inNewClone: false)
    // Without a second command, a new clone does the same.
    let second = first.needsSecondCommand ? try Attempt(one, inNewClone: true) : first
    for (clone, attempt) in [("same clone", first), ("new clone", second)] {
      print("people: \(one.testDescription), \(clone): \(attempt.end)")
      #expect(!attempt.end.hasPrefix("other"))
    }
  }

  /// How an attempt ends, and an error of a command.
  typealias KnownCase = (action: String, Moment, ForgeProject.Kind, inNewClone: Bool, end: String, error: String?)

  /// Cases that once ended without the name of the part, or with a wrong status.
  static let endedBadly: [KnownCase] = [
    ("delete", .beforePublishing, .github, false, "equal", nil),
    (
      "delete-tag", .beforePublishing, .gitlab, false, "named",
      "error: `origin` does not have `refs/tags/1.5.0` any more, which run $RUN has pushed"
    ),
    (
      "publish", .afterDraft, .github, true, "named: status 3 ",
      "error: the draft was published during the run: $SERVER/owner/tool/releases/tag/1.5.0"
    ),
    // The first command has named it. The other clone publishes what the lane plans.
    (
      "edit-mark", .afterPublishing, .forgejo, true, "equal",
      "error: the release was marked as a pre-release since run $RUN"
    ),
    (
      "archive", .beforeDraft, .forgejo, false, "named",
      "error: `owner/tool` is archived on Forgejo, so it is read-only"
    ),
    (
      "archive", .afterDraft, .gitlab, false, "named",
      "error: GitLab refuses to change `owner/tool`: the token may not, or the project is archived"
    ), ("rename", .beforeDraft, .gitlab, false, "named", "error: `owner/tool` has moved on GitLab"),
  ]

  @Test("is named with the right status, or the release is complete", arguments: endedBadly)
  func knownCase(
    action: String, moment: Moment, kind: ForgeProject.Kind, inNewClone: Bool, end: String, error: String?
  ) throws {
    let index = try #require(Self.actions.firstIndex { $0.name == action })
    let attempt = try Attempt(Case(action: index, moment: moment, kind: kind), inNewClone: inNewClone)
    if let error { #expect(attempt.errors.contains(error), "\(attempt.errors)") }
    #expect(attempt.end.hasPrefix(end), "\(attempt.end)")
  }

  /// A release during which the other user acts once, and the command that a user types after it has stopped.
  private struct Attempt {
    private(set) var needsSecondCommand = false
    /// `equal`, `named`, `unreachable` if there was nothing to act on, or `other` with the reason.
    private(set) var end = ""
    /// The lines of all commands that name errors.
    private(set) var errors: [String] = []
    private let one: Case
    private let forge: ForgeProject
    /// The clone that has ended the release.
    private var clone = "."
    /// The commit of the remote before the release.
    private var start = ""

    private var action: (name: String, words: [String]) { PeopleAtTheTagSweepTests.actions[one.action] }

    init(_ one: Case, inNewClone: Bool) throws {
      self.one = one
      // On Forgejo, the push publishes: a command of the lane acts after it.
      let act = "- run: {shell: python3 ../act.py}\n- publish"
      let hasCommand = one.moment == .beforePublishing && one.kind == .forgejo
      forge = try ForgeProject(
        one.kind, steps: hasCommand ? ForgeProject.steps.replacing("- publish", with: act) : ForgeProject.steps)
      try prepare()
      start = try remoteHead()
      let run = try forge.martlet("run", "release", "--yes")
      end = try judge(run)
      needsSecondCommand = run.status != 0
      guard needsSecondCommand, !end.hasPrefix("other") else { return }
      var outcome: StrangeProject.Outcome
      if inNewClone {
        clone = "../new"
        try forge.project.shell(
          "rm -rf ../new && git clone -q \(forge.server.remote("owner/tool")) ../new && cp -r dist ../new/")
        outcome = try forge.project.martlet(["-C", "../new", "run", "release", "--yes"])
      } else {
        // What `status` and the error say.
        let isOpen = try forge.project.martlet("status").output.contains("martlet finish")
        outcome =
          run.errors.contains("try again with `martlet undo`")
          ? try forge.martlet("undo", "--yes") : StrangeProject.Outcome(status: 0, output: "", errors: "", code: nil)
        if outcome.status == 0 {
          outcome = isOpen ? try forge.martlet("finish", "--yes") : try forge.martlet("run", "release", "--yes")
        }
      }
      end = try judge(outcome)
    }

    private func prepare() throws {
      let act =
        #""forge": "\#(one.kind.rawValue)", "repository": "owner/tool", "tag": "1.5.0", "action": "\#(action.name)", "asset": "App.zip""#
      let upload = one.kind == .gitlab ? #""method": "PUT", "path": "generic""# : #""method": "POST", "path": "assets""#
      func fault(_ rest: String, after count: Int = 0) throws {
        try forge.add("\"kind\": \"tamper\", \(act), \(rest)", after: count)
      }
      // Acts once.
      try forge.project.write(
        "../act.py",
        """
        import os, urllib.request
        if not os.path.exists("../acted"):
            open("../acted", "w").close()
            urllib.request.urlopen(urllib.request.Request("\(forge.server.address)/_tamper", method="POST", data=b'{\(act)}'))
        """)
      switch one.moment {
      case .beforeDraft: try fault(one.kind == .gitlab ? upload : #""method": "POST", "path": "releases$""#)
      case .afterDraft: try fault(upload, after: one.kind == .gitlab ? 1 : 0)
      case .afterUploads: try fault(#""after": true, \#(upload)"#, after: 2)
      case .inHook:
        try forge.project.write(
          ".git/hooks/pre-push", "#!/bin/sh\nif grep -q refs/tags/1.5.0; then exec python3 ../act.py; fi\n")
        try forge.project.shell("chmod +x .git/hooks/pre-push")
      case .afterPush: try fault(#""path": "git-receive-pack""#)
      case .beforePublishing:
        if one.kind == .forgejo { return }
        try fault(one.kind == .gitlab ? #""method": "POST", "path": "releases$""# : #""method": "PATCH""#)
      case .afterPublishing:
        // The check of the public release begins with its tag.
        try fault(
          one.kind == .gitlab
            ? #""after": true, "method": "POST", "path": "releases$""# : #""method": "GET", "path": "releases/tags/""#)
      }
    }

    private mutating func judge(_ outcome: StrangeProject.Outcome) throws -> String {
      let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
      errors += lines.filter { $0.hasPrefix("error: ") }.map { forge.masked(String($0)) }
      guard try forge.server.deeds() == [action.name] else {
        let problems = try problems(outcome)
        return outcome.status == 0 && problems == []
          ? "unreachable" : "other: nothing was done, status \(outcome.status) \(problems) \(outcome.errors)"
      }
      if outcome.status == 0 {
        let problems = try problems(outcome)
        return problems == [] ? "equal" : "other: status 0, \(problems) \(outcome.errors)"
      }
      // The error with its notes, and neither the summary nor the hint.
      let message = lines.drop { !$0.hasPrefix("error: ") }.filter { !$0.hasPrefix("stopped") && !$0.hasPrefix("hint") }
        .joined(separator: " ")
      let isPublic =
        try remoteHead() != start || forge.releases().contains { !$0.isDraft && $0.notes.contains("martlet run") }
      guard !isPublic || [3, 4, 5].contains(outcome.status), action.words.contains(where: message.contains) else {
        return "other: status \(outcome.status) \(outcome.errors)"
      }
      return "named: status \(outcome.status) \(message)"
    }

    private func remoteHead() throws -> String {
      try forge.project.git("--git-dir", "../forge/owner/tool.git", "rev-parse", "main")
    }

    /// How the public release differs from the plan without a word about it.
    private func problems(_ outcome: StrangeProject.Outcome) throws -> [String] {
      let releases = try forge.releases().filter { !$0.isDraft }
      guard releases.count == 1, let release = releases.first else { return ["\(releases.count) public releases"] }
      var problems: [String] = []
      if release.tag != "1.5.0" { problems.append("tag \(release.tag)") }
      if release.isPrerelease { problems.append("pre-release") }
      let isKept = ["title or the notes", "edited since"].contains(where: outcome.errors.contains)
      if !isKept, release.title != "Tool 1.5.0" { problems.append("title \(release.title)") }
      if !isKept, !release.notes.hasPrefix("What is new.") { problems.append("notes \(release.notes)") }
      if release.assetNames.sorted() != ForgeProject.assets { problems.append("assets \(release.assetNames)") }
      for name in ForgeProject.assets {
        let digest = try forge.project.shell("sha256sum dist/\(name)").prefix(64)
        if release.digests[name] != String(digest) { problems.append("bytes of \(name)") }
      }
      let tag = try forge.project.git("-C", clone, "rev-parse", "1.5.0")
      if try forge.project.git("--git-dir", "../forge/owner/tool.git", "rev-parse", "1.5.0") != tag {
        problems.append("the tag")
      }
      return problems
    }
  }
}
