import TestSupport
import Testing

@Suite(
  "What publishing prints when a release cannot be made",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PublishingMessageTests {
  /// A lane with one small file.
  private static let steps = """
    - bump: minor
    - commit
    - tag
    - draft_release: {assets: [dist/App.zip], notes: New.}
    - push
    - publish_release
    """

  private func expectNothingChanged(in forge: ForgeProject, at location: SourceLocation = #_sourceLocation) throws {
    #expect(forge.project.read("VERSION") == "1.4.2\n", sourceLocation: location)
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "", sourceLocation: location)
    #expect(try forge.releases().isEmpty, sourceLocation: location)
  }

  @Test("an immutable release that used the tag")
  func immutable() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
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
          4  draft_release    keep     dist/App.zip                1.6 kB, sha256 a5b5fad5a801
          5  draft_release    draft    1.5.0 on GitHub owner/tool  "Tool 1.5.0"
          6  draft_release    upload   App.zip                     1.6 kB, sha256 a5b5fad5a801
             ── point of no return ──
          7  push             push     main, 1.5.0 → origin        one atomic push
          8  publish_release  publish  1.5.0 on GitHub owner/tool  as the latest
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
        stopped at entry 8, publish_release; already public: entry 7; nothing was undone; `martlet resume` continues from here
        hint: end an unfinished run with `martlet undo --keep`, then run the lane again for the next version
        """)
    try forge.expect(
      "status", status: 0,
      output: """
        run $RUN (`release`, 1.5.0) stopped: an immutable release on GitHub uses this tag
          done      1 file, commit 3d4a021, tag 1.5.0, keep dist/App.zip, draft 1.5.0 on GitHub owner/tool, upload App.zip, push main, 1.5.0 → origin
          left      publish 1.5.0 on GitHub owner/tool
          release   1.5.0 on GitHub owner/tool, App.zip uploaded
        public: push main, 1.5.0 → origin
          martlet resume       resume at entry 8, publish 1.5.0 on GitHub owner/tool
          martlet undo --keep  end it without undoing it
        """, errors: "")
  }

  @Test("a tag that a rule of the repository protects, at the push")
  func protectedPush() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
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
          4  draft_release    keep     dist/App.zip                1.6 kB, sha256 a5b5fad5a801
          5  draft_release    draft    1.5.0 on GitHub owner/tool  "Tool 1.5.0"
          6  draft_release    upload   App.zip                     1.6 kB, sha256 a5b5fad5a801
             ── point of no return ──
          7  push             push     main, 1.5.0 → origin        one atomic push
          8  publish_release  publish  1.5.0 on GitHub owner/tool  as the latest
        """,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        push main, 1.5.0 → origin …
        error: `origin` refused `refs/tags/1.5.0`: hook declined
          GH013: Repository rule violations found for refs/tags/1.5.0
          error: hook declined to update refs/tags/1.5.0
        stopped at entry 7, push; nothing is public, and everything was undone
        hint: allow this account to create the tag in the server's rules, then run the command again
        """)
    try expectNothingChanged(in: forge)
  }

  @Test("a tag that a rule of the forge protects, when the release is published")
  func protectedRelease() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
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
        stopped at entry 8, publish_release; already public: entry 7; nothing was undone; `martlet resume` continues from here
        hint: let the owner of the token pass the rule, in the repository's settings
        """)
  }

  @Test("notes that are too long, before anything is changed or sent")
  func notes() throws {
    let forge = try ForgeProject(
      .github, steps: Self.steps.replacing(", notes: New.", with: ""),
      files: ["CHANGELOG.md": "# Changelog\n\n## 1.5.0\n\n\(String(repeating: "a", count: 124_990))\n"])
    for command in [["plan", "release"], ["run", "release", "--yes"]] {
      let outcome = try forge.project.martlet(command)
      #expect(outcome.status == 1)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          error: the notes have 125110 characters, GitHub accepts at most 125000
            --> Releasefile:10:9
          hint: shorten the notes, and link to the changelog
          """)
    }
    #expect(try forge.server.requests().isEmpty)
    try expectNothingChanged(in: forge)
  }

  /// Reading a tebibyte takes many minutes, so the size alone is checked.
  @Test("a file that is too large, before it is read")
  func largeFile() throws {
    let forge = try ForgeProject(.github)
    try forge.project.shell("truncate -s 1T dist/Huge.zip")
    try forge.expect(
      "plan", "release", status: 1, output: "",
      errors: """
        error: the asset `Huge.zip` has 1099511627776 bytes, GitHub accepts fewer than 2147483648
          --> Releasefile:10:9
        hint: compress or split `dist/Huge.zip`
        """)
    try forge.expect(
      "run", "release", "--yes", status: 1, output: "",
      errors: """
        error: the asset `Huge.zip` has 1099511627776 bytes, GitHub accepts fewer than 2147483648
          --> Releasefile:10:9
        hint: compress or split `dist/Huge.zip`
        """)
    #expect(try forge.server.requests().isEmpty)
    try expectNothingChanged(in: forge)
  }

  @Test("a forge that does not answer, within `--timeout`")
  func silence() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    try forge.server.add(fault: #"{"kind": "hang", "path": "uploads", "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", "--timeout", "1", status: 1,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        keep dist/App.zip …
        draft 1.5.0 on GitHub owner/tool …
        upload App.zip …
        error: GitHub may have performed the request, but its answer was lost
        `127.0.0.1` made no progress for 1 second
        stopped at entry 6, draft_release; nothing is public, and everything was undone
        hint: run `martlet run release`: it reads the release first
        """)
    try expectNothingChanged(in: forge)
  }

  @Test("a forge that cannot be reached, after three attempts")
  func unreachable() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    let port = try SilentServer().port
    try forge.project.git("remote", "set-url", "origin", "http://127.0.0.1:\(port)/owner/tool.git")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.replacing("\(port)", with: "$PORT") == """
        waiting 1 second: cannot connect to `127.0.0.1`
        waiting 2 seconds: cannot connect to `127.0.0.1`
        error: cannot connect to `127.0.0.1`
        Failed to connect to 127.0.0.1 port $PORT after 0 ms: Couldn't connect to server
        hint: check the network, and run `curl -v http://127.0.0.1:$PORT`
        """)
    try expectNothingChanged(in: forge)
  }

  @Test("a page instead of an answer")
  func page() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    try forge.server.add(fault: #"{"kind": "html", "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", status: 1,
      errors: """
        error: the answer of GitHub is not JSON, status 200
        hint: a proxy may have answered: run `curl -i $SERVER/api/v3/repos/owner/tool`
        """)
    try expectNothingChanged(in: forge)
  }

  @Test("a repository that the token does not show")
  func notFound() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    try forge.server.add(fault: #"{"kind": "status", "status": 404, "body": {"message": "Not Found"}, "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", status: 1,
      errors: """
        error: GitHub cannot find this in `owner/tool`
        status 404: Not Found
        hint: check the repository's name with `git remote -v`, and whether the token can read it
        """)
    try expectNothingChanged(in: forge)
  }

  @Test("a rate limit that is longer than Martlet waits: the run is undone, and begins again later")
  func rateLimit() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
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
        stopped at entry 6, draft_release; nothing is public, and everything was undone
        hint: run `martlet run release` after that
        """)
    try expectNothingChanged(in: forge)
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
      let forge = try ForgeProject(.github, steps: Self.steps)
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
        error: no token for GitHub: `GITHUB_TOKEN`, `GH_TOKEN` are not set
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
      let forge = try ForgeProject(.github, steps: Self.steps)
      forge.project.environment["GITHUB_TOKEN"] = token
      try forge.expect("run", "release", "--yes", status: 4, errors: errors)
      try expectNothingChanged(in: forge)
    }
  }

  @Test("files that are empty, have one name, or a name that the forge would change")
  func files() throws {
    for (setup, assets, errors) in [
      (
        ": > dist/Empty.zip", "[dist/*]",
        """
        error: the file `dist/Empty.zip` is empty, expected something to upload
          --> Releasefile:10:9
        hint: build it again
        """
      ),
      (
        "mkdir build && cp dist/App.zip build", "[dist/*, build/*]",
        """
        error: `dist/App.zip` and `build/App.zip` would both be the asset `App.zip`
          --> Releasefile:10:9
        hint: give one of the files another name
        """
      ),
      (
        "mv dist/App.zip 'dist/My App.zip'", "[dist/*]",
        """
        error: GitHub would not keep the asset name `My App.zip`: it allows no `U+20`
          --> Releasefile:10:9
        hint: rename the file `dist/My App.zip`
        """
      ),
      (
        "rm dist/App.zip", "[dist/App.zip]",
        """
        error: no file `dist/App.zip`, expected one that exists or that an earlier step makes
          --> Releasefile:10:9
        hint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`
        """
      ),
    ] {
      let forge = try ForgeProject(.github, steps: Self.steps.replacing("[dist/App.zip]", with: assets))
      try forge.project.shell(setup)
      try forge.expect("run", "release", "--yes", status: 1, output: "", errors: errors)
      #expect(try forge.server.requests().isEmpty)
      try expectNothingChanged(in: forge)
    }
  }

  @Test("a token in another variable is never shown, and a wrong one is named by its variable")
  func tokenVariable() throws {
    let steps = Self.steps.replacing("- tag\n", with: "- tag\n- run: {shell: echo token $RELEASE_TOKEN}\n")
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
