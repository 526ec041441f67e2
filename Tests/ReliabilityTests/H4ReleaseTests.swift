import Foundation
import TestSupport
import Testing

/// Like a runner: nothing in the environment except its own variables, a clone made by its own commands.
@Suite(
  "A release in a pipeline",
  .enabled(if: ReferenceProgram("python3") != nil, "there is no `python3` to read what is handed on"))
struct H4ReleaseTests {
  private let project: StrangeProject
  private let head: String

  init() throws {
    project = try StrangeProject()
    try project.shell(
      """
      sed -i.orig 's/^lanes:/lanes:\\
        shipped: {steps: [ensure: {branch: main}, bump: minor, lane: local2, run: [echo, "::set-output name=x::y"], push]}\\
        local2: {private: true, steps: [commit, tag]}\\
        late: {steps: [bump: minor, commit, push, run: [sh, -c, "echo canary-token-1 >\\&2; exit 1"]]}/' Releasefile
      rm *.orig; git commit -q -a -m Lanes; git push -q
      """)
    head = try project.git("rev-parse", "HEAD")
  }

  private static let gitHub = [
    "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main",
    "GITHUB_REPOSITORY": "cool/app", "GITHUB_RUN_NUMBER": "17", "GITHUB_OUTPUT": "../output",
    "GITHUB_STEP_SUMMARY": "../summary.md",
  ]

  private static let gitLab = [
    "CI": "true", "GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main",
    "CI_PIPELINE_IID": "17",
    "MARTLET_OUTPUTS": "../out",
  ]

  /// The commands of `actions/checkout` with `fetch-depth: 1`, and with 0.
  private func checkOutAsGitHub(whole: Bool) throws {
    try begin(Self.gitHub.merging(["GITHUB_SHA": head]) { $1 })
    try project.shell(
      whole
        ? "git fetch -q --prune origin '+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'"
        : "git fetch -q --no-tags --prune --depth=1 origin +\(head):refs/remotes/origin/main")
    try project.git("checkout", "-q", "-B", "main", "refs/remotes/origin/main")
  }

  /// The commands of GitLab's runner with `GIT_DEPTH: 20`, and with 0: a detached commit.
  private func checkOutAsGitLab(whole: Bool) throws {
    try begin(Self.gitLab.merging(["CI_COMMIT_SHA": head]) { $1 })
    try project.shell(
      whole
        ? "git fetch -q origin '+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'"
        : "git fetch -q --no-tags --depth 1 origin +refs/heads/main:refs/remotes/origin/main")
    try project.git("checkout", "-f", "-q", head)
  }

  private func begin(_ variables: [String: String]) throws {
    project.place = "work"
    try project.shell("rm -rf ../clone ../out; git init -q ../clone")
    project.place = "clone"
    try project.git("remote", "add", "origin", "file://\(project.root)/origin.git")
    project.environment.merge(variables) { $1 }
  }

  /// Checks that the lane `shipped` is refused with this complete message, and that the project stays unchanged.
  private func expectRefusal(_ words: String) throws {
    let facts = "git rev-parse HEAD; git status --porcelain; git for-each-ref; git ls-remote origin"
    let before = try project.shell(facts)
    let outcome = try project.martlet("run", "shipped", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors == words)
    #expect(try project.shell(facts) == before)
  }

  private func remoteHead() throws -> String { try project.git("ls-remote", "origin", "refs/heads/main") }

  @Test("of GitHub refuses a shallow clone, releases a complete one, and has readable outputs")
  func gitHub() throws {
    try checkOutAsGitHub(whole: false)
    try expectRefusal(
      """
      error: this is a shallow clone, which may lack the tags of releases
       --> Releasefile:6:43
      below the step with `actions/checkout`:
        with:
          fetch-depth: 0
      hint: add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow --tags`
      ::error file=Releasefile,line=6,col=43,title=martlet::this is a shallow clone, which may lack the tags of releases%0Abelow the step with `actions/checkout`:%0A  with:%0A    fetch-depth: 0%0Ahint: add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow --tags`
      """)
    #expect(try outputs() == ["lane": "shipped", "outcome": "failed"])
    try project.shell("rm ../output ../summary.md")

    try checkOutAsGitHub(whole: true)
    #expect(try project.martlet("plan", "shipped").status == 0)
    #expect(
      try outputs() == [
        "lane": "shipped", "outcome": "planned", "version": "1.5.0", "previous_version": "1.4.2", "tag": "1.5.0",
        "branch": "main",
      ])
    #expect(
      project.read("../summary.md")
        == Self.summary.replacing("Done. Public: main, 1.5.0 → origin.", with: "This is a plan. Nothing was done."))
    try project.shell("rm ../output ../summary.md")
    let outcome = try project.martlet("run", "shipped", "--yes")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let released = try project.git("rev-parse", "HEAD")
    #expect(try remoteHead().hasPrefix(released))
    #expect(
      try outputs() == [
        "lane": "shipped", "outcome": "done", "version": "1.5.0", "previous_version": "1.4.2", "tag": "1.5.0",
        "branch": "main", "commit": released,
      ])
    #expect(
      outcome.errors.contains(
        """
        ::group::run echo '::set-output name=x::y'
        run | ::set-output name=x::y
        ::endgroup::

        """), "\(outcome.errors)")
    #expect(project.read("../summary.md") == Self.summary)
  }

  private static let summary = """
    ## shipped: 1.4.2 → 1.5.0

    | | step | | | |
    |--:|---|---|---|---|
    | 1 | bump | write | VERSION | &#45;1 &#43;1 |
    | 2 | commit | commit | &#34;Version 1.5.0&#34; on main | 1 file |
    | 3 | tag | tag | 1.5.0 at the commit of 2 |  |
    | 4 | run | run | echo &#39;&#58;&#58;set&#45;output name&#61;x&#58;&#58;y&#39; |  |
    | 5 | push | push | main, 1.5.0 → origin | one atomic push |

    Done. Public: main, 1.5.0 → origin.


    """

  @Test("reports after the push what is public and the next command, without secrets")
  func publicFailure() throws {
    try checkOutAsGitHub(whole: true)
    project.environment["API_TOKEN"] = "canary-token-1"
    let outcome = try project.martlet("run", "late", "--yes")
    #expect(outcome.status == 3)
    #expect(try outputs() == ["lane": "late", "outcome": "partly-public"])
    let summary = try #require(project.read("../summary.md"))
    #expect(
      summary.contains(
        "\n\nPublic: main → origin.\n\nNext: <code>martlet run late &#45;&#45;yes</code>, or start the job again\n\n"),
      "\(summary)")
    #expect(!(summary + outcome.errors).contains("canary-token-1"))
  }

  @Test(
    "of GitLab refuses a shallow clone, releases a detached commit, and has readable outputs")
  func gitLab() throws {
    try checkOutAsGitLab(whole: false)
    try expectRefusal(
      """
      error: this is a shallow clone, which may lack the tags of releases
       --> Releasefile:6:43
      in `.gitlab-ci.yml`:
        variables:
          GIT_DEPTH: "0"
      hint: add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow --tags`
      """)
    try checkOutAsGitLab(whole: true)
    let outcome = try project.martlet("run", "shipped", "--yes")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let released = try project.git("rev-parse", "HEAD")
    #expect(try remoteHead().hasPrefix(released))
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}").hasPrefix(released))
    #expect(
      outcome.errors.firstMatch(
        of:
          /\x1b\[0Ksection_start:[0-9]+:martlet_1\[collapsed=true\]\r\x1b\[0Krun echo '::set-output name=x::y'\n.*\n\x1b\[0Ksection_end:[0-9]+:martlet_1\r\x1b\[0K\n/
      ) != nil, "\(outcome.errors)")
    let expected = [
      "MARTLET_LANE": "shipped", "MARTLET_OUTCOME": "done", "MARTLET_VERSION": "1.5.0",
      "MARTLET_PREVIOUS_VERSION": "1.4.2", "MARTLET_TAG": "1.5.0", "MARTLET_BRANCH": "main", "MARTLET_COMMIT": released,
    ]
    #expect(try variables() == expected)
    // A shell treats them the same.
    #expect(try project.shell(". ../out/martlet.env; echo $MARTLET_TAG $MARTLET_COMMIT") == "1.5.0 \(released)")
    let result = try read(
      "import json; r = json.load(open('../out/martlet-result.json')); "
        + "print(json.dumps([[k, str(r[k])] for k in ('schema', 'outcome', 'tag', 'commit', 'public', 'errors')]))")
    #expect(
      result == [
        "schema": "1", "outcome": "done", "tag": "1.5.0", "commit": released, "public": "['main, 1.5.0 → origin']",
        "errors": "[]",
      ])
  }

  @Test("never overwrites a committed file with its outputs, and inserts no text into a shell")
  func refusals() throws {
    try project.shell("echo x > martlet.env; git add martlet.env; git commit -q -m Mine; git push -q")
    try project.expectRefusal(
      "run", "local", "--outputs", ".",
      says: """
        error: `martlet.env` is committed, and would be overwritten by the results of the run
        hint: name another folder with `--outputs` or `MARTLET_OUTPUTS`, or remove the file from git
        """)
    try project.git("switch", "-q", "-c", "a$(touch${IFS}canary)")
    let outcome = try project.martlet("run", "local", "--outputs", "../out/deep")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasSuffix(
        "warning: left out of `martlet.env`: `MARTLET_BRANCH`, because a shell would interpret the value")
    )
    #expect(project.read("../out/deep/martlet.env")?.contains("MARTLET_TAG=1.5.0\n") == true)
    #expect(project.read("../out/deep/martlet.env")?.contains("canary") == false)
    #expect(try project.shell("git status --porcelain") == "")
  }
}

// MARK: Independent readers

extension H4ReleaseTests {
  /// The outputs of a step, parsed as the runner does (`FileCommandManager.cs` of actions/runner).
  private func outputs() throws -> [String: String] {
    try read(
      """
      import json
      pairs, lines = [], open('../output', newline='').read().split('\\n')
      while lines != ['']:
        name, end = lines.pop(0).split('<<')
        value = []
        while lines[0] != end: value.append(lines.pop(0))
        lines.pop(0)
        pairs.append([name, '\\n'.join(value)])
      print(json.dumps(pairs))
      """)
  }

  /// The variables of a dotenv report, by GitLab's rules: no blank lines, no comments, one name and value per line.
  private func variables() throws -> [String: String] {
    try read(
      """
      import json, re
      text = open('../out/martlet.env').read()
      assert len(text) < 5120 and text.count('\\n') <= 20
      print(json.dumps([re.fullmatch('([A-Z][A-Z0-9_]*)=([!-~]*)', line).groups() for line in text.splitlines()]))
      """)
  }

  /// The pairs that a Python script prints as JSON.
  private func read(_ script: String) throws -> [String: String] {
    try project.write("../read.py", script)
    let pairs = try JSONDecoder().decode([[String]].self, from: Data(try project.shell("python3 ../read.py").utf8))
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }
}
