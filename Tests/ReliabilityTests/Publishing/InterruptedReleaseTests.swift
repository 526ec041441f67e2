import TestSupport
import Testing

@Suite(
  "A release that is interrupted, or whose uploads fail for a while",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct InterruptedReleaseTests {
  private static let progress = """
    commit "Version 1.5.0" on main …
    tag 1.5.0 at the commit of 2 …
    keep dist/App.zip …
    draft 1.5.0 on GitHub owner/tool …
    upload App.zip …
    """

  @Test("a signal during an upload undoes everything, and deletes the draft")
  func signal() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    let head = try forge.project.git("rev-parse", "HEAD")
    try forge.add(#""kind": "interrupt", "path": "uploads""#, after: 0)
    try forge.expect(
      "run", "release", "--yes", status: 130,
      errors: """
        \(Self.progress)
        error: the request to `127.0.0.1` was cancelled
        stopped at entry 6, publish_release; nothing is public, and everything was undone
        interrupted by SIGINT
        """)
    try forge.expectNothingReleased()
    #expect(try forge.project.git("rev-parse", "HEAD") == head)
  }

  @Test("a second signal ends the undo, whose request gets no answer, and `martlet undo` continues it")
  func secondSignal() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.add(#""kind": "interrupt", "path": "uploads""#, after: 0)
    try forge.add(#""kind": "interrupt", "repeated": true, "method": "DELETE""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes").status == 130)
    #expect(try forge.project.martlet("status").output.contains("was undone only in part"))
    let undo = try forge.martlet("undo", "--yes")
    #expect(undo.status == 0, "\(undo.errors)")
    try forge.expectNothingReleased()
  }

  @Test("a run that is killed in a build, which has removed the files of the last release, is resumed")
  func killedBuild() throws {
    let build = "rm -rf dist; [ -e ../go ] || kill -9 $PPID; mkdir dist; echo new > dist/tool"
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - run: {shell: '\(build)', artifacts: [dist/tool]}
        - checksums
        - commit
        - tag
        - push
        - publish_release: {notes: New.}
        """)
    try forge.project.write("dist/SHA256SUMS", "of the last release")
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    try forge.project.shell("touch ../go")
    let resumed = try forge.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try forge.releases().map(\.assetNames) == [["tool", "SHA256SUMS"]])
  }

  @Test("a try that was undone leaves no file to the next one, also on GitLab, which has no draft to delete")
  func nextTry() throws {
    let forge = try ForgeProject(.gitlab)
    try forge.project.write(".git/hooks/pre-push", "#!/bin/sh\n! grep -q refs/tags/1.5.0 || [ ! -e ../refuse ]\n")
    try forge.project.shell("chmod +x .git/hooks/pre-push; touch ../refuse; echo secret > dist/secrets.env")
    let first = try forge.martlet("run", "release", "--yes")
    #expect(
      first.status == 1 && first.errors.contains("nothing is public, and everything was undone"), "\(first.errors)")
    try forge.project.shell("rm ../refuse dist/secrets.env; echo more >> dist/Notes.txt")
    let second = try forge.martlet("run", "release", "--yes")
    #expect(second.status == 0, "\(second.errors)")
    let release = try #require(forge.releases().first)
    #expect(release.assetNames.sorted() == ForgeProject.assets)
    #expect(try release.digests["Notes.txt"] == String(forge.project.shell("sha256sum dist/Notes.txt").prefix(64)))
  }

  @Test("an upload that the forge refuses for a while waits, and is repeated")
  func unavailable() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "status", "status": 503, "path": "uploads"}"#)
    try forge.expect(
      "run", "release", "--yes", status: 0,
      errors: """
        \(Self.progress)
        waiting 1 second: status 503: scripted
        push main, 1.5.0 → origin …
        publish 1.5.0 on GitHub owner/tool …
        verify 1.5.0 on GitHub owner/tool …
        ok  tag `1.5.0` on `origin` is 8d48363, compared with the tag in this clone
        ok  release `1.5.0` is published: $SERVER/owner/tool/releases/tag/1.5.0, compared with the tag
        ok  asset `App.zip` downloads as sha256 1359f846f0a54e5b92089b505c16288d95c09c19650b52e41457ef2dcd0e955b, compared with the plan
        """)
    #expect(try forge.releases().map(\.assetNames) == [["App.zip"]])
  }
}
