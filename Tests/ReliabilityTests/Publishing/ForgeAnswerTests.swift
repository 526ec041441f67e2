import TestSupport
import Testing

@Suite(
  "What publishing prints about an answer of the forge that is missing or unusable",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ForgeAnswerTests {
  @Test("a forge that does not answer to an upload within `--timeout` gets the file again")
  func silence() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "hang", "path": "uploads"}"#)
    try forge.expect(
      "run", "release", "--yes", "--timeout", "1", status: 0,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        waiting 1 second: `127.0.0.1` made no progress for 1 second
        push main, 1.5.0 → origin …
        publish 1.5.0 on GitHub owner/tool …
        verify 1.5.0 on GitHub owner/tool …
        ok  tag `1.5.0` on `origin` is 8d48363, compared with the tag in this clone
        ok  release `1.5.0` is published: $SERVER/owner/tool/releases/tag/1.5.0, compared with the tag
        ok  asset `App.zip` downloads as sha256 1359f846f0a54e5b92089b505c16288d95c09c19650b52e41457ef2dcd0e955b, compared with the plan
        """)
  }

  @Test("a forge that cannot be reached, after three attempts")
  func unreachable() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    let port = try SilentServer().port
    try forge.project.git("remote", "set-url", "origin", "http://127.0.0.1:\(port)/owner/tool.git")
    forge.project.environment["MARTLET_TOKEN_HOSTS"] = "GITHUB_TOKEN=127.0.0.1:\(port)"
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.replacing("\(port)", with: "$PORT") == """
        error: `origin` could not be reached
          fatal: unable to access 'http://127.0.0.1:$PORT/owner/tool.git/': Failed to connect to 127.0.0.1 port $PORT after 0 ms: Couldn't connect to server
        hint: see git's own error with `git ls-remote origin`
        """)
    try forge.expectNothingReleased()
  }

  @Test("a page instead of an answer")
  func page() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "html", "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", status: 1,
      errors: """
        error: the answer of GitHub is not JSON, status 200
        hint: a proxy may have answered: run `curl -i $SERVER/api/v3/repos/owner/tool`
        """)
    try forge.expectNothingReleased()
  }

  @Test("the check of a release that does not exist")
  func noRelease() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.expect(
      "verify", "1.4.2", status: 1,
      errors: """
        verify 1.4.2 on GitHub owner/tool …
        error: GitHub shows no release of the tag `1.4.2` in `owner/tool`
        status 404: Not Found
        stopped at entry 1, verify; nothing was changed
        hint: check the tag with `git ls-remote --tags origin`, and whether a token can read the repository
        """)
  }

  @Test("a repository that the token does not show")
  func notFound() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "status", "status": 404, "body": {"message": "Not Found"}, "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", status: 1,
      errors: """
        error: GitHub cannot find this in `owner/tool`
        status 404: Not Found
        hint: check the repository's name with `git remote -v`, and whether the token can read it
        """)
    try forge.expectNothingReleased()
  }

  @Test("a rate limit that is longer than Martlet waits: the run is undone, and begins again later")
  func rateLimit() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(
      fault:
        #"{"kind": "status", "path": "uploads", "status": 403, "headers": {"Retry-After": "3000"}, "body": {"message": "You have exceeded a secondary rate limit"}}"#
    )
    try forge.expect(
      "run", "release", "--yes", status: 1,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        error: GitHub accepts no further requests for 3000 seconds
        status 403: You have exceeded a secondary rate limit
        stopped at entry 6, publish_release; nothing is public, and everything was undone
        hint: run `martlet run release` after that
        """)
    try forge.expectNothingReleased()
  }
}
