import Foundation
import TestSupport
import Testing

/// People use the buttons of git and of the forge between two commands.
@Suite(
  "A stopped release, while people continue to work",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PeopleAtWorkTests {
  private static let steps = """
    - bump: minor
    - commit
    - tag
    - push
    - publish_release: {assets: [dist/App.zip], notes: New., draft_first: false}
    - run: {shell: '[ ! -e ../fail ] && echo upload >> ../effects', outward: true}
    """

  /// A release whose command has failed after the publication.
  private func stoppedInCommand() throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: Self.steps)
    try forge.project.shell("touch ../fail")
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.project.shell("rm ../fail")
    return forge
  }

  /// A release that was killed at its publication: the tag is public, the release is not.
  private func killedAtPublication() throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: Self.steps.replacing(", draft_first: false", with: ""))
    try forge.server.add(fault: #"{"kind": "status", "status": 422, "method": "PATCH"}"#)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    #expect(try forge.releases().map(\.isDraft) == [true])
    return forge
  }

  private func effects(_ forge: ForgeProject) throws -> String {
    try forge.project.shell("cat ../effects 2> /dev/null || true")
  }

  // MARK: The record

  @Test(
    "is finished where it began if the record was deleted or damaged",
    arguments: [
      "git push -q origin :refs/martlet/runs/release", "git push -q -f origin HEAD:refs/martlet/runs/release",
    ],
    ["run release", "finish", "finish 1.5.0"])
  func lostRecord(act: String, command: String) throws {
    let forge = try killedAtPublication()
    try forge.project.shell(act)
    let outcome = try forge.project.martlet(command.split(separator: " ").map(String.init) + ["--yes"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try effects(forge) == "upload")
    #expect(try forge.project.openRecords() == "")
  }

  @Test("is never called released in a new clone if the record was deleted, and the hint leads on")
  func lostRecordElsewhere() throws {
    let forge = try killedAtPublication()
    try forge.project.shell("git push -q origin :refs/martlet/runs/release")
    try forge.enterClone()
    #expect(try forge.project.martlet("status").errors.contains("`1.5.0` says that its release has a record"))
    for words in [["run", "release", "--yes"], ["finish"], ["undo", "--yes"]] {
      let refused = try forge.project.martlet(words)
      #expect(refused.status == 3, "\(words): \(refused.output)\(refused.errors)")
      #expect(
        refused.errors == """
          error: `1.5.0` says that its release has a record, and `origin` has no `refs/martlet/runs/release` any more, so the release \
          may be unfinished
          hint: run `martlet finish` in the clone where the run began; or see what is published with `martlet verify 1.5.0`, and \
          when nothing is missing, continue with `martlet undo --keep`
          """)
    }
    #expect(try forge.project.martlet("undo", "--keep", "--yes").status == 0)
    let next = try forge.project.martlet("run", "release", "--yes")
    #expect(next.output.contains("nothing to release"), "\(next.output)\(next.errors)")
  }

  @Test("is finished in another clone after a damaged record was ended there")
  func damagedRecordElsewhere() throws {
    let forge = try killedAtPublication()
    try forge.project.shell("git push -q -f origin HEAD:refs/martlet/runs/release")
    try forge.enterClone()
    let refused = try forge.martlet("run", "release", "--yes")
    #expect(refused.status == 1)
    #expect(refused.code == "journal-gone")
    #expect(
      refused.errors.hasSuffix(
        "hint: run `martlet finish` in the clone where the run began; or end the run with `martlet undo --keep`, which leaves "
          + "everything as it is"), "\(refused.errors)")
    forge.project.place = "work"
    #expect(try forge.martlet("finish", "--yes").status == 0)
    #expect(try effects(forge) == "upload")
  }

  @Test("is finished where it began although its record calls it done, if the forge shows a draft")
  func forgedEnd() throws {
    let forge = try killedAtPublication()
    try forge.project.editRecord(
      #"{"paused":{}}"#, #"{"ended":{"outcome":"done"}}"#, on: "../forge/owner/tool.git")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try effects(forge) == "upload")
  }

  @Test("does not post again although the server refuses to delete references")
  func noDeletion() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    let project = forge.project
    try project.shell("git --git-dir=../forge/owner/tool.git config receive.denyDeletes true")
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    try project.shell("git commit -q --allow-empty -m Next; git push -q origin main")
    let next = try forge.martlet("run", "release", "--yes")
    #expect(next.status == 0, "\(next.errors)")
    #expect(try effects(forge) == "upload\nupload")
    #expect(try project.git("ls-remote", "--tags", "origin", "1.6.0") != "")
  }

  // MARK: The branch

  @Test(
    "is finished from its tag after a commit on top of it, in its own clone and in others",
    arguments: ["work", "clone"])
  func movedOn(place: String) throws {
    let forge = try stoppedInCommand()
    try forge.project.shell("echo fix > fix; git add fix; git commit -q -m 'Fix the upload'; git push -q origin main")
    let head = try forge.project.git("rev-parse", "HEAD")
    if place == "clone" { try forge.enterClone() }
    let refused = try forge.martlet("run", "release", "--yes")
    #expect(refused.status == 75, "\(refused.errors)")
    #expect(
      refused.errors.hasSuffix("hint: finish it with `martlet finish 1.5.0`, then run the lane again"),
      "\(refused.errors)")
    let finished = try forge.martlet("finish", "1.5.0", "--yes", "--repeat")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try effects(forge) == "upload")
    #expect(try forge.project.git("rev-parse", "HEAD") == head)
    #expect(try forge.project.git("status", "--porcelain") == "")
    if place == "clone" { try forge.project.shell("cp -r ../work/dist .") }
    let next = try forge.martlet("run", "release", "--yes")
    #expect(next.status == 0, "\(next.errors)")
    #expect(try effects(forge) == "upload\nupload")
  }

  @Test("is finished by the corrected Releasefile of HEAD if the user says so")
  func correctedReleasefile() throws {
    let forge = try stoppedInCommand()
    try forge.project.shell("touch ../fail")
    try forge.setSteps(Self.steps.replacing("[ ! -e ../fail ] && ", with: ""))
    try forge.project.git("push", "-q", "origin", "main")
    #expect(try forge.martlet("finish", "1.5.0", "--yes", "--repeat").status == 3)
    let finished = try forge.martlet("finish", "1.5.0", "--yes", "--repeat", "--releasefile", "head")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try effects(forge) == "upload")
  }

  @Test("is finished although its branch was renamed on the server", arguments: ["work", "clone"])
  func renamedBranch(place: String) throws {
    let forge = try stoppedInCommand()
    try forge.project.shell(
      "git push -q origin main:trunk; git --git-dir=../forge/owner/tool.git symbolic-ref HEAD refs/heads/trunk; git push -q origin :main"
    )
    if place == "clone" { try forge.enterClone() }
    let finished = try forge.martlet("finish", "--yes", "--repeat")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try effects(forge) == "upload")
  }

  @Test("is not finished by the lane of another branch, or with another version")
  func otherRelease() throws {
    let forge = try ForgeProject(.github, steps: Self.steps.replacing("bump: minor", with: "bump: ask"))
    try forge.project.shell("git branch 1.x; git push -q origin 1.x; touch ../fail")
    #expect(try forge.martlet("run", "release", "minor", "--yes").status == 3)
    try forge.project.shell("rm ../fail")
    let other = try forge.martlet("run", "release", "2.0.0", "--yes")
    #expect(other.status == 75, "\(other.errors)")
    #expect(try forge.project.git("ls-remote", "--tags", "origin", "2.0.0") == "")
    try forge.enterClone()
    try forge.project.shell(
      "git switch -q 1.x; echo fix > fix; git add fix; git commit -q -m Fix; git push -q origin 1.x")
    let branch = try forge.martlet("run", "release", "patch", "--yes", "--repeat")
    #expect(branch.status == 75, "\(branch.errors)")
    #expect(branch.errors.hasSuffix("hint: finish it with `martlet finish 1.5.0`, then run the lane again"))
    #expect(try effects(forge) == "")
  }

  // MARK: The tag and the lane

  @Test("names a tag that another user has moved, and the hint brings it back")
  func movedTag() throws {
    let forge = try stoppedInCommand()
    let tag = try forge.project.git("rev-parse", "--short=7", "1.5.0")
    try forge.project.shell("git push -q -f origin HEAD~1:refs/tags/1.5.0")
    let found = try forge.project.git("rev-parse", "--short=7", "HEAD~1")
    let refused = try forge.martlet("finish", "1.5.0", "--yes", "--repeat")
    #expect(refused.status == 3)
    #expect(
      forge.masked(refused.errors) == """
        error: `refs/tags/1.5.0` on `origin` is \(found), and run $RUN has pushed \(tag): another user has moved the tag
        hint: ask who moved it; then push the released one again with `git push --force origin \(tag):refs/tags/1.5.0`, or end the \
        run with `martlet undo --keep`
        """)
    try forge.project.shell("git push -q --force origin \(tag):refs/tags/1.5.0")
    #expect(try forge.martlet("finish", "1.5.0", "--yes", "--repeat").status == 0)
  }

  @Test("blocks other lanes if its own was renamed, and is finished by the lane of its tag")
  func renamedLane() throws {
    let forge = try stoppedInCommand()
    try forge.project.shell(
      "sed -i 's/^  release:/  ship:/' Releasefile; git commit -q -am 'Rename the lane'; git push -q origin main")
    try forge.enterClone()
    let refused = try forge.martlet("run", "ship", "--yes")
    #expect(refused.status == 75, "\(refused.errors)")
    #expect(refused.errors.contains("the release 1.5.0 of the lane `release` is pushed and not finished"))
    let finished = try forge.martlet("finish", "1.5.0", "--yes", "--repeat")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try effects(forge) == "upload")
    try forge.project.shell("cp -r ../work/dist .; git pull -q --tags")
    let next = try forge.martlet("run", "ship", "--yes")
    #expect(next.status == 0, "\(next.errors)")
  }

  // MARK: Machines that are lost

  @Test("on GitLab is begun again elsewhere: the files that it has uploaded are deleted")
  func lostUploads() throws {
    let forge = try ForgeProject(.gitlab, steps: ForgeProject.stepsWithOneAsset)
    let project = forge.project
    try project.write(
      "../forge/owner/tool.git/hooks/pre-receive",
      "#!/bin/sh\nwhile read -r old new name; do [ $name != refs/heads/main ] || { kill -9 $(cat \(project.root)/pid); exit 1; }; done\n"
    )
    try project.shell("chmod +x ../forge/owner/tool.git/hooks/pre-receive")
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    try project.shell("rm ../forge/owner/tool.git/hooks/pre-receive")
    try forge.enterClone()
    // The next build has other bytes.
    try project.shell("mkdir dist; printf 'PK\\003\\004other%100sPK\\005\\006%18s' '' '' | tr ' ' '\\0' > dist/App.zip")
    let undone = try forge.martlet("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.assetNames) == [["App.zip"]])
  }

  @Test("frees the lane for others when a try fails before its first entry")
  func failedTry() throws {
    let forge = try killedAtPublication()
    try forge.enterClone()
    forge.project.environment["GITHUB_TOKEN"] = "read-token"
    let refused = try forge.martlet("run", "release", "--yes")
    #expect(refused.status != 0)
    forge.project.environment["GITHUB_TOKEN"] = "write-token"
    forge.project.place = "work"
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try effects(forge) == "upload")
  }
}
