import TestSupport
import Testing

@Suite(
  "What publishing prints when the forge refuses a release",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PublishingMessageTests {
  @Test("an immutable release that used the tag")
  func immutable() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.set(#"{"immutable": true}"#)
    try forge.request("POST", "releases", #"{"tag_name": "1.5.0"}"#)
    try forge.request("DELETE", "releases/1", "")
    try forge.expect(
      "run", "release", "--yes", status: 3,
      output: """
        release  1.4.2 → 1.5.0
          1  bump             write    VERSION                     -1 +1
          2  commit           commit   "Version 1.5.0" on main     1 file
          3  tag              tag      1.5.0 at the commit of 2
          4  publish_release  keep     dist/App.zip                1.6 kB, sha256 1359f846f0a5
          5  publish_release  draft    1.5.0 on GitHub owner/tool  "Tool 1.5.0"
          6  publish_release  upload   App.zip                     1.6 kB, sha256 1359f846f0a5
             ── point of no return ──
          7  push             push     main, 1.5.0 → origin        one atomic push
          8  publish_release  publish  1.5.0 on GitHub owner/tool  as the latest
          9  publish_release  verify   1.5.0 on GitHub owner/tool  1 asset
        """,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        push main, 1.5.0 → origin …
        publish 1.5.0 on GitHub owner/tool …
        error: an immutable release on GitHub uses this tag
        status 422: Validation Failed; tag_name was used by an immutable release; Release; tag_name; custom
        stopped at entry 8, publish_release; already public: main, 1.5.0 on origin; nothing was undone; `martlet finish` continues from here
        hint: end an unfinished run with `martlet undo --keep`, then run the lane again for the next version
        """)
    try forge.expect(
      "status", status: 0,
      output: """
        run $RUN (`release`, 1.5.0) stopped: an immutable release on GitHub uses this tag
          done      1 file, commit cd283e2, tag 1.5.0, keep dist/App.zip, draft 1.5.0 on GitHub owner/tool, upload App.zip, push main, 1.5.0 → origin
          unknown   publish 1.5.0 on GitHub owner/tool: `$SERVER/api/v3` can be read only with a credential, and a command that only looks sends none
          left      publish 1.5.0 on GitHub owner/tool, verify 1.5.0 on GitHub owner/tool
          release   1.5.0 on GitHub owner/tool, App.zip uploaded
        public: push main, 1.5.0 → origin
          martlet finish       finish from entry 8, publish 1.5.0 on GitHub owner/tool
          martlet undo --keep  end it without undoing it
        """, errors: "")
  }

  @Test("a tag that a rule of the repository protects, at the push")
  func protectedPush() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.project.shell(
      """
      cd ../forge/owner/tool.git
      printf '#!/bin/sh\ncase $1 in refs/tags/*) echo "GH013: Repository rule violations found for $1" >&2; exit 1;; esac\n' > hooks/update
      chmod +x hooks/update
      """)
    try forge.expect(
      "run", "release", "--yes", status: 1,
      output: """
        release  1.4.2 → 1.5.0
          1  bump             write    VERSION                     -1 +1
          2  commit           commit   "Version 1.5.0" on main     1 file
          3  tag              tag      1.5.0 at the commit of 2
          4  publish_release  keep     dist/App.zip                1.6 kB, sha256 1359f846f0a5
          5  publish_release  draft    1.5.0 on GitHub owner/tool  "Tool 1.5.0"
          6  publish_release  upload   App.zip                     1.6 kB, sha256 1359f846f0a5
             ── point of no return ──
          7  push             push     main, 1.5.0 → origin        one atomic push
          8  publish_release  publish  1.5.0 on GitHub owner/tool  as the latest
          9  publish_release  verify   1.5.0 on GitHub owner/tool  1 asset
        """,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        push main, 1.5.0 → origin …
        error: `origin` refused the tag `1.5.0`: hook declined
          GH013: Repository rule violations found for refs/tags/1.5.0
          error: hook declined to update refs/tags/1.5.0
        stopped at entry 7, push; nothing is public, and everything was undone
        hint: allow this account to create the tag in the server's rules, then run the command again
        """)
    try forge.expectNothingReleased()
  }

  @Test("a tag that a rule of the forge protects, when the release is published")
  func protectedRelease() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(
      fault:
        #"{"kind": "status", "method": "PATCH", "status": 422, "body": {"message": "Repository rule violations found"}}"#
    )
    try forge.expect(
      "run", "release", "--yes", status: 3,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        push main, 1.5.0 → origin …
        publish 1.5.0 on GitHub owner/tool …
        error: a rule on GitHub protects this tag
        status 422: Repository rule violations found
        stopped at entry 8, publish_release; already public: main, 1.5.0 on origin; nothing was undone; `martlet finish` continues from here
        hint: let the owner of the token pass the rule, in the repository's settings
        """)
  }

  @Test("a release or a draft of another user")
  func foreignReleases() throws {
    for (body, errors) in [
      (
        #"{"tag_name": "1.5.0"}"#,
        """
        error: the release of `1.5.0` is published already: $SERVER/owner/tool/releases/tag/1.5.0
        hint: raise the version, or compare what is there with `martlet verify 1.5.0`
        """
      ),
      (
        #"{"tag_name": "1.5.0", "draft": true}"#,
        """
        error: there is a draft of `1.5.0` already: $SERVER/owner/tool/releases/tag/untagged
        hint: publish or delete it on its page, then run the command again
        """
      ),
    ] {
      let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
      try forge.request("POST", "releases", body)
      try forge.expect("run", "release", "--yes", status: 5, errors: errors)
      #expect(forge.project.read("VERSION") == "1.4.2\n")
    }
  }

  @Test("a missing, a wrong and a read-only token")
  func tokens() throws {
    for (token, errors) in [
      (
        nil,
        """
        error: no token for GitHub: `GITHUB_TOKEN`, `GH_TOKEN`, `GH_ENTERPRISE_TOKEN` are not set
        hint: set `GITHUB_TOKEN` to a token that may write releases of `owner/tool`
        """
      ),
      (
        "wrong",
        """
        error: GitHub does not accept the token for `owner/tool`
        status 401: Bad credentials
        hint: set `GITHUB_TOKEN` to a token that can write contents (`contents: write`)
        """
      ),
      (
        "read-token",
        """
        error: the token cannot write to `owner/tool` on GitHub
        status 403: Resource not accessible by personal access token
        hint: set `GITHUB_TOKEN` to a token that can write contents (`contents: write`)
        """
      ),
    ] {
      let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
      forge.project.environment["GITHUB_TOKEN"] = token
      try forge.expect("run", "release", "--yes", status: 4, errors: errors)
      try forge.expectNothingReleased()
    }
  }

  @Test("a token in another variable is never shown, and a wrong one is named by its variable")
  func tokenVariable() throws {
    let steps = ForgeProject.stepsWithOneAsset.replacing(
      "- tag\n",
      with: "- tag\n- run: {shell: echo token $RELEASE_TOKEN, environment: {RELEASE_TOKEN: \"${env.RELEASE_TOKEN}\"}}\n"
    )
    let forge = try ForgeProject(.github, steps: steps, tokenVariable: "RELEASE_TOKEN")
    forge.project.environment["RELEASE_TOKEN"] = "read-token"
    try forge.expect(
      "run", "release", "--yes", status: 4,
      errors: """
        error: the token cannot write to `owner/tool` on GitHub
        status 403: Resource not accessible by personal access token
        hint: set `RELEASE_TOKEN` to a token that can write contents (`contents: write`)
        """)
    forge.project.environment["RELEASE_TOKEN"] = "write-token"
    let outcomes = try [
      forge.project.martlet("plan", "release"), forge.project.martlet("plan", "release", "--json"),
      forge.martlet("run", "release", "--yes"), forge.project.martlet("status"),
    ]
    for outcome in outcomes {
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("write-token"))
    }
    #expect(outcomes[2].errors.contains("token ***"), "\(outcomes[2].errors)")
    #expect(try forge.project.shell("grep -r write-token .git/martlet || true") == "")
    #expect(try forge.project.shell("find .git/martlet -type f") != "")
  }
}
