import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step bump with an automatic level")
struct BumpAutomaticTests {
  @Test("is the only bump of a lane with a pull request")
  func byHand() throws {
    var planning = Planning(version: "1.4.2")
    planning.lane = "pull_request: true"
    #expect(
      try planning.failure("- bump: minor") == """
        error: a lane with `pull_request` cannot set this version, expected `bump: auto` without `prerelease_id`
        hint: use `bump: auto`; the trailer `Release-As: 2.0.0` of a commit sets the next version
        """)
  }

  @Test("raises to the version that the commits since the last release require, and lists the reasons")
  func manifests() throws {
    let planning = Planning(version: "1.4.2", history: ["feat: old", "tag 1.4.2", "fix: a", "feat(ui): b", "docs: c"])
    let plan = try planning.plan("- bump: auto\n- commit\n- tag")
    #expect(plan.raise == "1.4.2 → 1.5.0")
    #expect(
      plan.lines == [
        "bump: write VERSION -1 +1", "commit: commit “Version 1.5.0” of VERSION on main after 1005000",
        "tag: tag 1.5.0 “CoolApp 1.5.0” at entry 2",
      ])
    #expect(
      plan.remarks == ["minor, of 3 commits since 1.4.2, because of", "  1004000  feat(ui): b"])
  }

  @Test("raises the version if only tags have one")
  func tags() throws {
    let plan = try Planning(version: nil, history: ["tag v1.4.2", "fix: a", "fix!: b"]).plan("- bump: auto\n- tag")
    #expect(plan.raise == "1.4.2 → 2.0.0")
    #expect(plan.lines == ["tag: tag v2.0.0 “CoolApp 2.0.0” at 1003000"])
    #expect(try Planning(version: nil, history: ["fix: a"]).plan("- bump: auto").raise == "none → 0.1.0")
  }

  @Test("lists the first few of many reasons")
  func reasons() throws {
    let fixes = (1...7).map { "fix: number \($0)" }
    let plan = try Planning(version: "1.4.2", history: ["tag 1.4.2"] + fixes).plan("- bump: auto")
    #expect(plan.remarks.count == 7)
    #expect(plan.remarks.last == "  … and 2 more")
  }

  @Test("ends the lane if there is nothing to release")
  func nothing() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "docs: a"])
    let plan = try planning.plan("- message: before\n- bump: auto\n- tag\n- push")
    #expect(plan.lines == ["message: show “before”"])
    #expect(plan.raise == nil)
    #expect(plan.remarks == ["nothing to release: 1 commit since 1.4.2, none with a release level"])
  }

  @Test("keeps a version that was raised far enough by hand, and continues from it")
  func raisedByHand() throws {
    let plan = try Planning(version: "1.5.0", history: ["tag 1.4.2", "feat: a"]).plan("- bump: auto\n- tag")
    #expect(plan.raise == "1.4.2 → 1.5.0")
    #expect(plan.lines == ["tag: tag 1.5.0 “CoolApp 1.5.0” at 1002000"])
  }

  @Test("refuses a version of a commit that is lower than that of the manifests")
  func tooLow() throws {
    let planning = Planning(version: "1.5.0", history: ["tag 1.4.2", "feat: a\n\nRelease-As: 1.4.3"])
    #expect(
      try planning.failure("- bump: auto")
        == """
        error: `1.4.3` does not come after `1.5.0`, expected a later version
        hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """)
  }

  @Test("keeps the written version for the first release")
  func first() throws {
    let plan = try Planning(version: "1.0.0", history: ["feat: a", "feat: b"]).plan("- bump: auto\n- tag")
    #expect(plan.raise == "none → 1.0.0")
    #expect(plan.remarks == ["no release tag is reachable from HEAD, so 1.0.0 is the first release, with 3 commits"])
    #expect(plan.lines == ["tag: tag 1.0.0 “CoolApp 1.0.0” at 1002000"])
  }

  @Test("creates pre-releases, and none without a change since the last")
  func prereleases() throws {
    let steps = "- bump: {to: auto, prerelease_id: beta}"
    let first = Planning(version: "1.4.2", history: ["tag 1.4.2", "feat: a"])
    #expect(try first.plan(steps).raise == "1.4.2 → 1.5.0-beta.1")
    let second = Planning(version: "1.5.0-beta.1", history: ["tag 1.4.2", "feat: a", "tag 1.5.0-beta.1", "fix: b"])
    #expect(try second.plan(steps).raise == "1.5.0-beta.1 → 1.5.0-beta.2")
    let third = Planning(version: "1.5.0-beta.1", history: ["tag 1.4.2", "feat: a", "tag 1.5.0-beta.1", "docs: b"])
    #expect(try third.plan(steps).lines == [])
    #expect(try third.plan("- bump: auto").raise == "1.5.0-beta.1 → 1.5.0")
  }

  @Test("reports what took precedence over the commits")
  func ahead() throws {
    let tagged = Planning(version: nil, history: ["tag 1.4.2", "fix: a", "tag 2.0.0-beta.1", "fix: b"])
    let reasons = ["patch, of 2 commits since 1.4.2, because of", "  1004000  fix: b", "  1002000  fix: a"]
    #expect(try tagged.plan("- bump: auto").remarks == reasons + ["but 2.0.0-beta.1 is higher"])
    let written = Planning(version: "1.5.0", history: ["tag 1.4.2", "fix: a"])
    #expect(
      try written.plan("- bump: auto").remarks == [
        "patch, of 1 commit since 1.4.2, because of", "  1002000  fix: a", "but the version in the manifests is higher",
      ])
    let enough = Planning(version: "1.4.3", history: ["tag 1.4.2", "fix: a"])
    #expect(try enough.plan("- bump: auto").remarks.count == 2)
  }

  @Test("starts at the release in the history of the current commit, not that of another branch")
  func branches() throws {
    var planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"])
    planning.world.tagNames?["2.0.0"] = .first
    planning.world.tagNames?["nonsense"] = .first
    #expect(try planning.plan("- bump: auto").raise == "1.4.2 → 1.4.3")
  }

  @Test("follows the rules of the Releasefile")
  func rules() throws {
    var planning = Planning(version: "0.4.2", history: ["tag 0.4.2", "Docs: a", "feat!: b"])
    planning.head = "version: {next: {types: {DOCS: minor}, initial_development: {major: patch, minor: major}}}\n"
    #expect(try planning.plan("- bump: auto").raise == "0.4.2 → 0.4.3")
    planning.head = "version: {next: {types: {feat: none}, other: patch, initial: 3.0.0}}\n"
    #expect(try Planning(version: "1.0.0", history: ["tag 1.0.0", "Do it"]).plan("- bump: auto").lines == [])
    planning.world = Planning(version: "1.0.0", history: ["tag 1.0.0", "Do it"]).world
    #expect(try planning.plan("- bump: auto").raise == "1.0.0 → 1.0.1")
    planning.world = Planning(version: "1.0.0", history: ["Do it"]).world
    #expect(try planning.plan("- bump: auto").raise == "1.0.0 → 3.0.0")
  }

  @Test("counts change files that the last release did not contain")
  func changeFiles() throws {
    let file = "---\nlevel: minor\n---\nLanes have parameters.\n"
    var planning = Planning(
      version: "1.4.2", history: ["tag 1.4.2"],
      files: [".changes/lanes.md": file, ".changes/README.md": "How to write one.", ".changes/deep/x.md": "x"])
    #expect(try planning.plan("- bump: auto").raise == "1.4.2 → 1.5.0")
    planning.world.pastFiles = [try #require(planning.world.tagNames?["1.4.2"]): [".changes/lanes.md": file]]
    #expect(try planning.plan("- bump: auto").lines == [])
    planning.world.files[".changes/other.md"] = "level: minor"
    #expect(
      try planning.failure("- bump: auto")
        == """
        error: no header between two lines of `---`, expected one with `level: minor`
         --> .changes/other.md:1:1
        hint: write one with `martlet changelog add minor 'What is new'`
        """)
  }

  @Test(
    "refuses a shallow clone with the lines that fix the pipeline",
    arguments: [
      (
        "GITLAB_CI=true",
        """

        in `.gitlab-ci.yml`:
          variables:
            GIT_DEPTH: "0"
        hint: add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow --tags`
        """
      ),
      ("CI=true", "\nhint: fetch the rest with `git fetch --unshallow --tags`"),
    ])
  func shallow(_ variable: String, _ rest: String) throws {
    var planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"])
    planning.world.gap = .shallowClone
    let parts = variable.split(separator: "=").map(String.init)
    planning.world.environment = [parts[0]: parts[1]]
    for steps in ["- bump: auto", "- changelog", "- ensure: api_compatible", "- message: ${version.next}"] {
      #expect(
        try planning.failure(steps)
          == "error: shallow clone: commits or tags may be missing, so the next version is unknown\(rest)",
        "\(steps)")
    }
  }

  @Test(
    "distinguishes tags that were not fetched from missing ones",
    arguments: ["", "version: {tag: 'v${version}'}\n"])
  func missingTags(_ head: String) throws {
    var planning = Planning(version: "1.4.2", history: ["feat: a"])
    planning.world.gap = .notFetched(remote: "origin")
    planning.head = head
    #expect(
      try planning.failure("- bump: auto")
        == """
        error: no version tag was found, and the tags of `origin` are not fetched (`remote.origin.tagOpt`)
        hint: fetch them with `git fetch --tags origin`
        """)
  }

  @Test("determines `version.next`")
  func fact() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "feat: a"])
    #expect(try planning.plan("- message: ${version.next}").lines == ["message: show “1.5.0”"])
    let nothing = Planning(version: "1.4.2", history: ["tag 1.4.2"])
    #expect(try nothing.plan("- message: ${version.next}").lines == ["message: show “1.4.2”"])
  }
}
