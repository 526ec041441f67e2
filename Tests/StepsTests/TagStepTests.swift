import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step tag")
struct TagStepTests {
  @Test("tags HEAD, with a name and message from the version")
  func plain() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- tag").lines == ["tag: tag 1.4.2 “CoolApp 1.4.2” at 1111111"])
  }

  @Test("tags the commit of the run, whose id is unknown before")
  func plannedCommit() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- bump: minor\n- commit\n- tag").lines == [
        "bump: write VERSION -1 +1", "commit: commit “Version 1.5.0” of VERSION on main after 1111111",
        "tag: tag 1.5.0 “CoolApp 1.5.0” at entry 2",
      ])
  }

  @Test("is signed, or not, as the step requests", arguments: [("yes", " signed"), ("false", " not signed")])
  func signed(flag: String, words: String) throws {
    #expect(
      try Planning(version: "1.4.2").plan("- bump: minor\n- commit: {sign: \(flag)}\n- tag: {sign: \(flag)}").lines
        .dropFirst()
        == [
          "commit: commit “Version 1.5.0” of VERSION on main after 1111111\(words)",
          "tag: tag 1.5.0 “CoolApp 1.5.0” at entry 2\(words)",
        ])
  }

  @Test("ends with the status of a conflict, if the tag is that of another commit")
  func conflict() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.tagNames = ["1.4.2": try #require(ObjectID(String(repeating: "2", count: 40)))]
    #expect {
      try planning.plan("- tag")
    } throws: {
      Failure(of: $0).exit == .conflict && Failure(of: $0).code == .tagTaken
    }
  }

  @Test("tags a commit without a branch, too")
  func detached() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = .detached(.first)
    #expect(try planning.plan("- tag").lines == ["tag: tag 1.4.2 “CoolApp 1.4.2” at 1111111"])
  }

  @Test(
    "spells the version like the existing tags, or as the Releasefile sets",
    arguments: [
      (["v1.4.2"], "", "v1.5.0"), (["1.4.2", "v1.4.1"], "", "1.5.0"), (["v1.10.0", "1.9.0"], "", "v1.5.0"),
      ([], "version: {tag: 'app/${version}'}\n", "app/1.5.0"), (["nightly"], "", "1.5.0"),
      (["v1.4.2"], "version: {tag: 'v${version}'}\n", "v1.5.0"),
    ])
  func spelling(tags: [String], head: String, tag: String) throws {
    var planning = Planning(version: "1.5.0", tags: tags)
    planning.head = "manifests: [{plain: VERSION}]\n\(head)"
    #expect(try planning.plan("- tag").lines == ["tag: tag \(tag) “CoolApp 1.5.0” at 1111111"])
  }

  @Test("refuses a version without three numbers, if all existing tags have them")
  func numbers() throws {
    let planning = Planning(version: "1.4", tags: ["1.3.0", "nightly"])
    #expect(
      try planning.failure("- tag")
        == """
        error: the version `1.4` does not have three numbers, as all existing tags have
        hint: use `1.4.0`, or set `allow_other_format: true` on `tag`
        """)
    let tag = "tag: tag 1.4 “CoolApp 1.4” at 1111111"
    #expect(try planning.plan("- tag: {allow_other_format: true}").lines == [tag])
    #expect(try Planning(version: "1.4", tags: ["1.3", "1.2.1"]).plan("- tag").lines == [tag])
  }

  @Test("refuses to leave out files that the lane has written", arguments: ["", "\n- commit"])
  func uncommitted(later: String) throws {
    #expect(
      try Planning(version: "1.4.2").failure("- bump: minor\n- tag\(later)")
        == """
        error: the tag `1.5.0` would not contain the changes of `VERSION`
        hint: add `commit` before `tag`
        """)
    #expect(try Planning(version: "1.4.2").plan("- bump: minor\n- commit\n- tag").remarks == [])
  }

  @Test("needs no commit of an output that git ignores, such as an app; a commit leaves it out")
  func ignoredOutput() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.ignoredFiles = ["build/App.ipa"]
    let build = "- run: {command: [./build.sh], outputs: build/App.ipa}\n"
    #expect(try planning.preview(build + "- tag").lines.count == 2)
    let commit = try planning.preview("- bump: minor\n" + build + "- commit\n- tag").lines.first {
      $0.hasPrefix("commit")
    }
    #expect(commit == "commit: commit “Version 1.5.0” of VERSION on main after 1111111")
  }

  @Test("accepts a name and a message")
  func given() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- tag: {name: 'nightly/${date}', message: 'Built ${version} $$1'}").lines
        == ["tag: tag nightly/2026-01-01 “Built 1.4.2 $1” at 1111111"])
  }

  @Test("keeps a tag that is already at the commit, and pushes it")
  func kept() throws {
    let planning = Planning(version: "1.4.2", tags: ["1.4.2"])
    let plan = try planning.plan("- tag\n- push")
    #expect(plan.lines == ["push: push refs/heads/main:refs/heads/main, refs/tags/1.4.2:refs/tags/1.4.2 new to origin"])
    #expect(plan.remarks == ["no tag to create: `1.4.2` already points to 1111111"])
  }

  @Test("refuses a tag of another commit, with its commit, author and date")
  func existing() throws {
    var planning = Planning(version: "1.4.2", tags: ["1.4.2"])
    planning.world.tagNames?["1.4.2"] = ObjectID("2222222222222222222222222222222222222222")
    #expect(
      try planning.failure("- tag")
        == """
        error: the tag `1.4.2` already points to 2222222 (2026-01-01, A. Author), expected 1111111
        hint: raise the version with `martlet bump 1.4.3` and commit it, or delete the tag if it was never pushed
        """)
    planning.head = "manifests: [{plain: VERSION}]\n"
    planning.world.tagNames?["1.5.0"] = .first
    #expect(
      try planning.failure("- bump: minor\n- commit\n- tag")
        == """
        error: the tag `1.5.0` already points to 1111111 (2026-01-01, A. Author), expected the commit of this run
        hint: write the next free version in the lane, `bump: 1.5.1`, or delete the tag if it was never pushed
        """)
  }

  @Test("is refused during a merge or a similar command")
  func unfinished() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.operation = "rebase"
    #expect(
      try planning.failure("- tag")
        == """
        error: a `git rebase` is in progress, expected none
        hint: finish it, or end it with `git rebase --abort`
        """)
  }

  @Test("guesses no spelling if the tags are elsewhere")
  func gap() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.gap = .notFetched(remote: "origin")
    #expect(
      try planning.failure("- tag")
        == """
        error: no version tag was found, and the tags of `origin` are not fetched (`remote.origin.tagOpt`)
        hint: fetch them with `git fetch --tags origin`
        """)
    planning.head = "version: {tag: 'v${version}'}\n"
    #expect(try planning.plan("- tag").lines == ["tag: tag v1.4.2 “CoolApp 1.4.2” at 1111111"])
  }

  @Test("refuses a tag that the same run already creates")
  func repeated() throws {
    #expect(
      try Planning(version: "1.4.2").failure("- tag\n- tag")
        == """
        error: an earlier step already creates the tag `1.4.2`
        hint: remove one of the steps, or give the second tag another `name:`
        """)
  }

  @Test(
    "refuses a second spelling",
    arguments: [
      (["1.9.0", "1.10.0"], "v1.11.0", "1.10.0"), (["v1.9.0", "v1.10.0"], "1.11.0", "v1.10.0"),
    ])
  func otherFormat(tags: [String], name: String, example: String) throws {
    let planning = Planning(version: "1.11.0", tags: tags)
    #expect(
      try planning.failure("- tag: \(name)")
        == """
        error: the tag `\(name)` does not have the format of the existing tags, such as `\(example)`
        hint: set the format with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`
        """)
    #expect(
      try planning.plan("- tag: {name: \(name), allow_other_format: true}").lines
        == ["tag: tag \(name) “CoolApp 1.11.0” at 1111111"])
  }

  @Test(
    "refuses a name that git rejects",
    arguments: [
      "a b", "a..b", "-f", "a~1", "a^", "a:b", "a?", "a*", "a[", "a\\", "a.lock", ".a", "a/", "/a", "a//b", "a@{b",
      "HEAD", "a.",
    ])
  func invalidName(name: String) throws {
    #expect(
      try Planning(version: "1.4.2").failure("- tag: '\(name)'") == "error: `\(name)` is not a valid tag name")
  }

  @Test("refuses an empty name and an empty message")
  func empty() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.environment = ["NOTHING": "", "BLANK": " \n"]
    #expect(try planning.failure("- tag: ${env.NOTHING}") == "error: `` is not a valid tag name")
    #expect(
      try planning.failure("- tag: {message: '${env.BLANK}'}")
        == "error: the message of `tag` is empty, expected some text")
  }

  @Test("refuses a branch without a commit")
  func unborn() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = .unborn("main")
    #expect(
      try planning.failure("- tag")
        == """
        error: branch `main` has no commit yet, expected at least one
        hint: create a commit first
        """)
  }
}
