import TestSupport
import Testing

@Suite("Publishing on a forge", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PublishingTests {
  @Test("a run performs the plan entry by entry", arguments: ForgeProject.Kind.allCases)
  func planIsDone(kind: ForgeProject.Kind) throws {
    let forge = try ForgeProject(kind)
    let plan = try forge.project.martlet("plan", "release")
    let run = try forge.martlet("run", "release", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix(plan.output))
    #expect(try forge.problemsOfRelease() == [])
    let log = try forge.project.martlet("status")
    #expect(log.output.contains("is done"))
    #expect(log.output.contains("App.zip uploaded, Notes.txt uploaded, Tool.zip uploaded"))
  }

  @Test("a draft names the branch of the release", arguments: [ForgeProject.Kind.github, .forgejo])
  func branchOfDraft(kind: ForgeProject.Kind) throws {
    let forge = try ForgeProject(kind)
    try forge.project.shell("git switch -qc next && git push -qu origin next")
    let run = try forge.martlet("run", "release", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try forge.server.state().replacing(" ", with: "").contains(#""target_commitish":"next""#))
  }

  @Test(
    "a second run of a lane that only publishes says that there is nothing to do", arguments: ForgeProject.Kind.allCases
  )
  func secondRun(kind: ForgeProject.Kind) throws {
    let forge = try ForgeProject(kind, steps: "- publish_release: {tag: 1.4.2, assets: [dist/*], notes: New}")
    let first = try forge.martlet("run", "release", "--yes")
    #expect(first.status == 0, "\(first.errors)")
    let second = try forge.martlet("run", "release", "--yes")
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.output.contains("nothing to do: the release of `1.4.2` is published with the same files: "))
    try forge.project.write("dist/App.zip", "other")
    let third = try forge.martlet("run", "release", "--yes")
    #expect(third.status == 5)
    #expect(third.errors.contains("without these files or with others of their names: `App.zip`: "))
    #expect(try forge.releases().count == 1)
  }

  @Test(
    "`undo` before the push leaves no draft, no tag and no commit", arguments: [ForgeProject.Kind.github, .forgejo])
  func undo(kind: ForgeProject.Kind) throws {
    let forge = try ForgeProject(kind)
    let head = try forge.project.git("rev-parse", "HEAD")
    // Killed when the second file has arrived.
    try forge.server.add(
      fault:
        #"{"kind": "kill", "after": true, "path": "assets", "method": "POST", "skip": 1, "pid_file": "\#(forge.project.root)/pid"}"#
    )
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    #expect(try forge.releases().map(\.isDraft) == [true])
    let outcome = try forge.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().isEmpty)
    #expect(try forge.project.git("rev-parse", "HEAD") == head)
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "")
    #expect(try forge.project.shell("find .git/martlet -name artifacts") == "")
  }

  @Test("a resumed run uploads the bytes of the plan even if the file has changed")
  func keptBytes() throws {
    let forge = try ForgeProject(.github)
    let bytes = try #require(forge.project.read("dist/Tool.zip"))
    try forge.add(#""kind": "kill", "path": "assets", "method": "POST""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    try forge.project.shell("rm dist/Tool.zip")
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try forge.project.write("dist/Tool.zip", bytes)
    #expect(try forge.problemsOfRelease() == [])
  }

  @Test("an asset with other contents in the draft stops the run, and is not replaced")
  func otherAsset() throws {
    let forge = try ForgeProject(.github)
    try forge.add(#""kind": "kill", "path": "assets", "method": "POST""#, after: 2)
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    try forge.project.shell(
      """
      python3 - '\(forge.server.address)' <<'END'
      import sys, urllib.request
      urllib.request.urlopen(urllib.request.Request(
          sys.argv[1] + "/api/uploads/repos/owner/tool/releases/1/assets?name=Tool.zip", method="POST",
          data=b"x" * 5000, headers={"Authorization": "Bearer write-token", "Content-Type": "application/zip"}))
      END
      """)
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("the release has an asset `Tool.zip` with other contents: "), "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == [true])
  }

  @Test("a missing, a wrong and a read-only token stop the run before the first change")
  func tokens() throws {
    let forge = try ForgeProject(.github)
    for (token, words) in [
      (nil, "error: no token for GitHub: `GITHUB_TOKEN`, `GH_TOKEN`, `GH_ENTERPRISE_TOKEN` are not set"),
      ("wrong", "error: GitHub does not accept the token for `owner/tool`"),
      ("read-token", "error: the token cannot write to `owner/tool` on GitHub"),
    ] {
      forge.project.environment["GITHUB_TOKEN"] = token
      let before = try forge.project.git("for-each-ref")
      let outcome = try forge.martlet("run", "release", "--yes")
      #expect(outcome.status == 4)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try forge.project.git("for-each-ref") == before)
      #expect(forge.project.read("VERSION") == "1.4.2\n")
    }
  }

  @Test("two drafts with the mark of the run stop it, and both are named")
  func twoDrafts() throws {
    let forge = try killedDuringUpload()
    let mark = try forge.mark()
    try forge.request("POST", "releases", #"{"tag_name": "1.5.0", "draft": true, "body": "\#(mark)"}"#)
    let outcome = try forge.martlet("finish", "--yes")
    // Which of them the run would have published is unknown.
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("2 releases of `1.5.0` carry the mark of this run: "), "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == [true, true])
  }

  @Test("undo keeps a draft that another user edited, and names it")
  func editedDraft() throws {
    let forge = try killedDuringUpload()
    let mark = try forge.mark()
    try forge.request("PATCH", "releases/1", #"{"tag_name": "1.5.0", "body": "Edited.\\n\\n\#(mark)"}"#)
    try forge.expect(
      "undo", "--yes", status: 1, output: "",
      errors: """
        error: the draft was changed since the run created it, so it stays: $SERVER/owner/tool/releases/tag/untagged
        run $RUN was not undone, and nothing was changed
        hint: delete it on its page, then `martlet undo`; or keep it, and end the run with `martlet undo --keep`
        """)
    #expect(try forge.releases().map(\.isDraft) == [true])
    #expect(forge.project.read("VERSION") == "1.5.0\n")
    try forge.request("DELETE", "releases/1", "")
    try forge.expect("undo", "--yes", status: 0, output: "run $RUN has been undone", errors: "")
  }

  @Test("a deleted draft is created again")
  func deletedDraft() throws {
    let forge = try killedDuringUpload()
    try forge.request("DELETE", "releases/1", "")
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try forge.releases().map { $0.assetNames.sorted() } == [ForgeProject.assets])
  }

  @Test("the remains of an interrupted upload are deleted, and the file is uploaded again")
  func starter() throws {
    let forge = try ForgeProject(.github)
    try forge.add(#""kind": "starter", "path": "uploads""#, after: 1)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.problemsOfRelease() == ["1 deletions"])
  }

  @Test("a foreign release or draft of the tag stops the run before the first change")
  func foreignReleases() throws {
    for (body, words) in [
      (#"{"tag_name": "1.5.0"}"#, "error: the release of `1.5.0` is published already: "),
      (#"{"tag_name": "1.5.0", "draft": true}"#, "error: there is a draft of `1.5.0` already: "),
    ] {
      let forge = try ForgeProject(.github)
      try forge.request("POST", "releases", body)
      let outcome = try forge.martlet("run", "release", "--yes")
      #expect(outcome.status == 5)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(forge.project.read("VERSION") == "1.4.2\n")
    }
  }

  /// A run that was killed when its first file had arrived.
  private func killedDuringUpload() throws -> ForgeProject {
    let forge = try ForgeProject(.github)
    try forge.add(#""kind": "kill", "after": true, "path": "uploads""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    return forge
  }
}

extension ForgeProject {
  /// The mark in the notes of the draft.
  fileprivate func mark() throws -> String {
    let match = try server.state().firstMatch(of: /<!-- martlet run=[^>]+-->/)
    return String(match?.output ?? "")
  }
}
