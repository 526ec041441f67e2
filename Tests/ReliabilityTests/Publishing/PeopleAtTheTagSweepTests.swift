import Foundation
import TestSupport
import Testing

/// Other users and jobs who act on the same tag during a release.
@Suite("Another user at the tag of a run", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PeopleAtTheTagSweepTests {
  enum Moment: String, CaseIterable {
    case beforeDraft, afterDraft, afterUploads, inHook, afterPush, beforePublishing
  }

  /// Actions of `tamper.py`, with the words of an error that names the part.
  static let actions: [(name: String, words: [String])] = [
    ("delete-asset", ["`App.zip`"]), ("replace-asset", ["`App.zip`"]),
    ("rename-asset", ["`renamed.bin`", "`App.zip`"]),
    ("add-asset", ["`stranger.bin`"]), ("edit-notes", ["title or the notes"]), ("edit-title", ["title or the notes"]),
    ("edit-mark", []), ("publish", ["draft was published", "did not make the public release", "tag `1.5.0`", "1.5.0"]),
    ("delete", ["draft of `1.5.0`", "was deleted"]),
    ("duplicate", ["2 releases of `1.5.0`", "did not make", "draft of `1.5.0`"]),
    ("other-job", ["did not make the public release of `1.5.0`", "release of `1.5.0`", "already has this"]),
    ("fill-package", ["`secrets.env`"]), ("delete-tag", ["no tag `1.5.0`", "tag 1.5.0", "`1.5.0`"]),
    ("move-tag", ["the tag `1.5.0`", "`1.5.0`"]),
  ]

  struct Case: CustomTestStringConvertible, Sendable {
    let action: Int
    let moment: Moment
    let kind: ForgeProject.Kind
    let inNewClone: Bool
    var testDescription: String {
      "\(kind), \(PeopleAtTheTagSweepTests.actions[action].name), \(moment)\(inNewClone ? ", new clone" : "")"
    }
  }

  static let cases: [Case] = actions.indices.flatMap { action in
    Moment.allCases.flatMap { moment in
      ForgeProject.Kind.allCases.flatMap { kind in
        [false, true].map { Case(action: action, moment: moment, kind: kind, inNewClone: $0) }
      }
    }
  }

  @Test("ends in the planned release, or stops with the part named")
  func sweep() throws {
    var tally: [String: Int] = [:]
    for one in FaultSample.some(8, of: Self.cases) {
      let end = try end(of: one)
      tally[end, default: 0] += 1
      if end.hasPrefix("other") { Issue.record("\(one.testDescription): \(end)") }
    }
    print("people: \(tally.sorted { $0.key < $1.key }.map { "\($0.key.prefix(24)) \($0.value)" })")
  }

  /// `equal`, `named`, or `other` with the reason.
  private func end(of one: Case) throws -> String {
    let (action, words) = Self.actions[one.action]
    let forge = try ForgeProject(one.kind)
    let act =
      #""forge": "\#(one.kind.rawValue)", "repository": "owner/tool", "tag": "1.5.0", "action": "\#(action)", "asset": "App.zip""#
    let upload = one.kind == .gitlab ? #""method": "PUT", "path": "generic""# : #""method": "POST", "path": "assets""#
    func fault(_ rest: String, after count: Int) throws {
      try forge.add("\"kind\": \"tamper\", \(act), \(rest)", after: count)
    }
    switch one.moment {
    case .beforeDraft:
      try fault(one.kind == .gitlab ? upload : #""method": "POST", "path": "releases$""#, after: 0)
    case .afterDraft: try fault(upload, after: 0)
    case .afterUploads: try fault(#""after": true, \#(upload)"#, after: 2)
    case .inHook:
      try forge.project.write("../act.json", "{\(act)}")
      try forge.project.write(
        ".git/hooks/pre-push",
        """
        #!/usr/bin/env python3
        import urllib.request
        with open("../act.json", "rb") as file:
            urllib.request.urlopen(urllib.request.Request("\(forge.server.address)/_tamper", method="POST", data=file.read()))
        """)
      try forge.project.shell("chmod +x .git/hooks/pre-push")
    case .afterPush: try fault(#""path": "git-receive-pack""#, after: 0)
    case .beforePublishing:
      try fault(
        one.kind == .gitlab ? #""method": "POST", "path": "releases$""# : #""method": "PATCH""#, after: 0)
    }
    var outcome = try forge.martlet("run", "release", "--yes")
    if let end = try verdict(outcome, forge, words) { return end }
    if one.inNewClone {
      try forge.project.shell(
        "rm -rf ../new && git clone -q \(forge.server.remote("owner/tool")) ../new && cp -r dist ../new/")
      outcome = try forge.project.martlet(["-C", "../new", "run", "release", "--yes"])
    } else {
      let isOpen = try forge.project.martlet("status").output.contains("martlet resume")
      outcome = isOpen ? try forge.martlet("resume", "--yes") : try forge.martlet("run", "release", "--yes")
    }
    return try verdict(outcome, forge, words) ?? "named"
  }

  /// Nil: the part is named, and the run stopped.
  private func verdict(_ outcome: StrangeProject.Outcome, _ forge: ForgeProject, _ words: [String]) throws -> String? {
    if outcome.status == 0 {
      let releases = try forge.releases().filter { !$0.isDraft }
      guard releases.count == 1, releases[0].assetNames.sorted() == ForgeProject.assets else {
        return "other: status 0 with \(releases.map(\.assetNames)) \(outcome.errors)"
      }
      return "equal"
    }
    return words.contains(where: outcome.errors.contains) ? nil : "other: status \(outcome.status) \(outcome.errors)"
  }
}
