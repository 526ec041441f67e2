import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step bump")
struct BumpStepTests {
  @Test(
    "changes the version as requested",
    arguments: [
      ("1.4.2", "bump: major", "2.0.0"), ("1.4.2", "bump: minor", "1.5.0"), ("1.4.2", "bump: patch", "1.4.3"),
      ("1.4", "bump: minor", "1.5"), ("7", "bump: major", "8"), ("1.4.2", "bump: 3.0.0", "3.0.0"),
      ("1.5.0-beta.2", "bump: release", "1.5.0"), ("1.5.0-beta.2", "bump: minor", "1.5.0"),
      ("1.5.0-beta.2", "bump: prerelease", "1.5.0-beta.3"),
      ("1.4.2", "bump: {to: prerelease, prerelease_id: beta}", "1.4.3-beta.1"),
      ("1.4.2", "bump: {to: minor, prerelease_id: beta}", "1.5.0-beta.1"),
      ("1.5.0-beta.1", "bump: {to: minor, prerelease_id: beta}", "1.5.0-beta.2"),
      ("1.5.0-beta.1", "bump: {to: minor, prerelease_id: rc}", "1.5.0-rc.1"),
      ("1.4.2", "bump: {to: 1.0.0, allow_lower: true}", "1.0.0"),
    ])
  func changes(before: String, step: String, after: String) throws {
    let plan = try Planning(version: before).plan("- \(step)")
    #expect(plan.lines == ["bump: write VERSION -1 +1"])
    #expect(plan.text(of: "VERSION") == "\(after)\n")
    #expect(plan.raise == "\(before) → \(after)")
    #expect(plan.remarks == [])
  }

  @Test("gives a version of two numbers a third, if other releases have three")
  func thirdNumber() throws {
    func raise(_ tags: [String]) throws -> String? {
      var planning = Planning(
        version: nil, history: tags.flatMap { ["tag \($0)", "fix: a"] }, files: ["VERSION": "2.0\n"])
      planning.head = ""
      return try planning.plan("- bump: patch").raise
    }
    #expect(try raise(["1.9.1", "2.0"]) == "2.0 → 2.0.1")
    #expect(throws: StepFailure.self) { try raise(["1.9", "2.0"]) }
  }

  @Test(
    "makes no second release of the same commit, unless a pre-release becomes final or gets another identifier",
    arguments: [
      ("1.4.2", "minor", nil), ("1.4.2", "prerelease", nil), ("1.4.2", "1.4.2", nil), ("1.4.2", "2.0.0", "2.0.0"),
      ("1.5.0-beta.1", "prerelease", nil), ("1.5.0-beta.1", "minor", "1.5.0"), ("1.5.0-beta.1", "release", "1.5.0"),
      ("1.5.0-beta.1", "{to: minor, prerelease_id: beta}", nil),
      ("1.5.0-beta.1", "{to: minor, prerelease_id: rc}", "1.5.0-rc.1"),
      ("1.5.0-beta.1", "{to: prerelease, prerelease_id: rc}", "1.5.0-rc.1"),
    ] as [(String, String, String?)])
  func released(version: String, change: String, expected: String?) throws {
    let plan = try Planning(version: version, tags: [version]).plan("- bump: \(change)\n- commit\n- tag")
    #expect(plan.version?.current.description == expected)
    let remark =
      "nothing to release: HEAD is the commit of `\(version)`; `allow_empty: true` in the lane allows another release"
    #expect((plan.remarks == [remark]) == (expected == nil), "\(plan.remarks)")
  }

  @Test("releases a released commit again if the lane allows it, makes no tag, has written a file or has other changes")
  func releasedAgain() throws {
    var planning = Planning(version: "1.4.2", tags: ["1.4.2"])
    func raise(_ steps: String) throws -> String? { try planning.plan(steps).raise }
    #expect(try raise("- bump: minor\n- commit") == "1.4.2 → 1.5.0")
    #expect(try raise("- bump: minor\n- commit\n- tag") == nil)
    planning.world.files["NOTES"] = "old"
    #expect(
      try raise("- replace: {file: NOTES, find: old, with: new}\n- bump: minor\n- commit\n- tag") == "1.4.2 → 1.5.0")
    for key in ["allow_empty", "allow_dirty"] {
      planning.lane = "\(key): true"
      #expect(try raise("- bump: minor\n- commit\n- tag") == "1.4.2 → 1.5.0", "\(key)")
      planning.lane = ""
    }
    planning.world.headState = .branch("main", try #require(ObjectID("2222222222222222222222222222222222222222")))
    #expect(try raise("- bump: minor\n- commit\n- tag") == "1.4.2 → 1.5.0")
  }

  @Test("writes a version with the third number that it lacks")
  func threeNumbers() throws {
    let plan = try Planning(version: "1.4").plan("- bump: 1.4.0")
    #expect(plan.lines == ["bump: write VERSION -1 +1"])
    #expect(plan.raise == "1.4 → 1.4.0")
  }

  @Test(
    "refuses a version that is not higher, with the reason",
    arguments: [
      (
        "1.4.2", "1.4.2",
        """
        error: the version is already `1.4.2`, expected a later one
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """
      ),
      (
        "1.4.0", "1.4",
        """
        error: the version is already `1.4.0`, expected a later one
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """
      ),
      (
        "1.4.2", "1.4.1",
        """
        error: `1.4.1` does not come after `1.4.2`, expected a later version
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """
      ),
      (
        "1.5.0", "1.5.0-beta.1",
        """
        error: `1.5.0-beta.1` does not come after `1.5.0`, expected a later version
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """
      ),
      (
        "1.4.2", "minr",
        """
        error: `minr` is neither a version nor a part of one, expected `auto`, `major`, `minor`, `patch`, `prerelease`, \
        `release` or a version such as `1.5.0`
        hint: did you mean `minor`?
        """
      ),
      ("1.4.2", "1.4.x", "error: `1.4.x` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"),
      (
        "1.4", "patch",
        """
        error: version `1.4` has no patch component to raise
        hint: give the new version in full, such as `martlet bump 1.4.1`
        """
      ),
      (
        "1.4.2", "release",
        """
        error: `release` ends a pre-release, and version `1.4.2` is not one
        hint: raise it with `major`, `minor`, `patch` or `auto`
        """
      ),
      (
        "1.4.2", "prerelease",
        """
        error: version `1.4.2` is not a pre-release, so the next one needs a name
        hint: name it in the lane with `bump: {to: prerelease, prerelease_id: beta}`
        """
      ),
      (
        "1.4.2", "{to: 1.5.0, prerelease_id: beta}",
        "error: `1.5.0` cannot be combined with a pre-release identifier, expected `major`, `minor`, `patch` or `prerelease`"
      ),
      (
        "1.5.0-beta.1", "{to: release, prerelease_id: rc}",
        "error: `release` cannot be combined with a pre-release identifier, expected `major`, `minor`, `patch` or `prerelease`"
      ),
    ])
  func refusals(version: String, change: String, words: String) throws {
    #expect(try Planning(version: version).failure("- bump: \(change)") == words)
  }

  /// Disagreeing manifests, named so that none of them looks stale.
  static var declaredDisagreement: Planning {
    var planning = Planning(disagreeing)
    planning.head = "manifests: [{podspec: a.podspec}, {podspec: b.podspec}]\n"
    return planning
  }

  static let disagreeing = TestWorkspace.clean([
    "a.podspec": "Pod::Spec.new { |s| s.version = '1.4.2' }\n",
    "b.podspec": "Pod::Spec.new { |s| s.version = '1.4.1' }\n",
  ])

  @Test("stops when manifests disagree, listing each place")
  func disagreement() throws {
    #expect(
      try Self.declaredDisagreement.failure("- bump: minor")
        == """
        error: manifests disagree on the version: 1.4.2 in a.podspec:1, 1.4.1 in b.podspec:1
        hint: set one with `martlet bump 1.4.2`
        """)
  }

  @Test(
    "raises nothing if discovered manifests disagree, with any arguments",
    arguments: ["minor", "1.4.2", "1.5.0"])
  func conflict(change: String) throws {
    #expect(
      try Planning(Self.disagreeing).failure("- bump: \(change)")
        == """
        error: manifests disagree on the version, and no tag decides
          1.4.2  a.podspec:1
          1.4.1  b.podspec:1
        manifests:
          - podspec: a.podspec
        hint: list the reasons with `martlet version --explain`; if the highest version is right, add the lines from \
        `manifests:` on to a file `Releasefile`
        """)
  }

  @Test("settles a disagreement with an explicit version, including the highest one", arguments: ["1.4.2", "1.5.0"])
  func settlement(version: String) throws {
    let plan = try Self.declaredDisagreement.plan("- bump: \(version)")
    #expect(plan.raise == "none → \(version)")
    for path in ["a.podspec", "b.podspec"] as [RelativePath] {
      let text =
        try plan.text(of: path) ?? String(decoding: #require(Self.disagreeing.source(at: path)).bytes, as: UTF8.self)
      #expect(text == "Pod::Spec.new { |s| s.version = '\(version)' }\n")
    }
  }

  @Test("does not settle a disagreement below the highest version, unless configured")
  func settlementBelow() throws {
    #expect(
      try Self.declaredDisagreement.failure("- bump: 1.4.1")
        == """
        error: `1.4.1` does not come after `1.4.2`, expected a later version
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """)
    let plan = try Self.declaredDisagreement.plan("- bump: {to: 1.4.1, allow_lower: true}")
    #expect(plan.lines == ["bump: write a.podspec -1 +1"])
  }

  @Test("suggests how to name manifests if there are none")
  func noManifest() throws {
    #expect(
      try Planning(.clean(["main.swift": "print(1)\n"])).failure("- bump: minor")
        == """
        error: neither a file nor a tag contains a version
        hint: begin with a version, for example with `git tag 0.1.0`; if a file contains the version, add it to \
        `manifests:` in a Releasefile
        """)
  }

  @Test("writes nothing if the version is only in tags, and raises the highest of them")
  func tagSource() throws {
    let plan = try Planning(tags: ["1.9.0", "1.10.0", "nightly"]).plan(
      "- bump: minor\n- message: ${previous_version} ${version}")
    #expect(plan.lines == ["message: show “1.10.0 1.11.0”"])
    #expect(plan.raise == "1.10.0 → 1.11.0")
  }

  @Test("requires an explicit first version if no tag has one")
  func firstTag() throws {
    let plan = try Planning(tags: ["nightly"]).plan("- bump: 0.1.0\n- tag")
    #expect(plan.raise == "none → 0.1.0")
    #expect(plan.lines == ["tag: tag 0.1.0 “CoolApp 0.1.0” at 1111111"])
    let words = """
      error: no version tag yet, so there is no version to raise
      hint: make the first release in a lane with `bump: auto` or `bump: 0.1.0`, or by hand with `git tag 0.1.0 && git push origin 0.1.0`
      """
    #expect(try Planning(tags: []).failure("- bump: minor") == words)
    #expect(try Planning(tags: []).failure("- message: ${version}") == words)
  }

  @Test("continues from the version planned by an earlier step of the lane, each time from the draft")
  func twice() throws {
    let plan = try Planning(version: "1.4.2").plan("- bump: minor\n- bump: patch")
    #expect(plan.lines == ["bump: write VERSION -1 +1", "bump: write VERSION -1 +1"])
    #expect(plan.text(of: "VERSION") == "1.5.1\n")
    let digests = plan.entries.compactMap {
      if case .writeFile(let write) = $0.effect { write.digestBefore } else { nil }
    }
    #expect(digests == ["1.4.2\n", "1.5.0\n"].map { ContentDigest(of: Array($0.utf8)) })
  }

  @Test("does nothing more if the lane already has the version and may keep it")
  func idempotent() throws {
    let plan = try Planning(version: "1.4.2").plan("- bump: 1.5.0\n- bump: {to: 1.5.0, allow_lower: true}")
    #expect(plan.lines == ["bump: write VERSION -1 +1"])
    #expect(
      try Planning(version: "1.4.2").failure("- bump: 1.5.0\n- bump: 1.5.0")
        == """
        error: the version is already `1.5.0`, expected a later one
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """)
  }
}
