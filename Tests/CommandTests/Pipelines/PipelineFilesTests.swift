import Foundation
import Processes
import TestSupport
import Testing

/// What `martlet init --ci` writes, read by another reader of YAML, and each of its scripts run by a shell with the
/// variables that the CI system sets.
@Suite("A pipeline that init writes")
struct PipelineFilesTests {
  private static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
  /// Whether Python can read YAML here.
  static let hasReader =
    (try? Command("python3", ["-c", "import yaml"], environment: environment).run().succeeded) == true

  private static let files: [String: Data] = [
    "VERSION": Data("1.4.2\n".utf8),
    "Releasefile": Data(
      """
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [ensure_branch: main, prompt_version, commit, tag, confirm: {text: Sure?, steps: [push]}]}
        tagged: {steps: [message: "${tag} is tagged"]}

      """.utf8),
  ]

  private static let paths = [
    "github": ".github/workflows/release.yml", "forgejo": ".forgejo/workflows/release.yml", "gitlab": ".gitlab-ci.yml",
  ]

  /// One job of a pipeline.
  private struct Job: Decodable {
    let script: String
    /// What it may do; nil where that is not said here.
    let permissions: [String: String]?
  }

  @Test("is not put in the place of another one, and needs a Releasefile with a lane", arguments: ["github", "gitlab"])
  func refusals(_ system: String) throws {
    let world = try GoldenWorld(example: nil, files: Self.files)
    #expect(try world.martlet(["init", "--ci", system, "--quiet"]).run().succeeded)
    let path = try #require(Self.paths[system])
    let before = world.folder.read("CoolApp/\(path)")
    let again = try world.martlet(["init", "--ci", system]).run()
    #expect(
      again.errorText == """
        error: `\(path)` is there already
        hint: move it away, or add the jobs of a pipeline that was written elsewhere with `martlet init --ci` by hand
        """)
    #expect(world.folder.read("CoolApp/\(path)") == before)

    let empty = try GoldenWorld(example: nil, files: ["Releasefile": Data("project: Cool\n".utf8)])
    #expect(
      try empty.martlet(["init", "--ci", system]).run().errorText == """
        error: no lane may be run by itself, expected one that a pipeline can run
        hint: declare the lane `release` in the Releasefile
        """)
    let none = try GoldenWorld(example: nil, files: ["VERSION": Data()])
    #expect(try none.martlet(["init", "--ci", system]).run().termination == .exited(status: 78))
  }

  @Test(
    "is YAML whose jobs have the rights that they need, and whose scripts hold nothing of an event",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: ["github", "forgejo", "gitlab"])
  func rights(_ system: String) throws {
    let jobs = try jobs(of: system, in: GoldenWorld(example: nil, files: Self.files))
    #expect(jobs.keys.sorted() == ["propose", "release", "resume", "tagged"])
    for job in jobs.values { #expect(!job.script.contains("${{"), "\(job.script)") }
    guard system != "gitlab" else { return }
    #expect(jobs["release"]?.permissions == ["contents": "write"])
    #expect(jobs["resume"]?.permissions == ["contents": "write"])
    #expect(jobs["tagged"]?.permissions == ["contents": "read"])
    #expect(
      jobs["propose"]?.permissions
        == (system == "github" ? ["contents": "write", "pull-requests": "write"] : ["contents": "write"]))
  }

  @Test(
    "releases, goes on with a release that has stopped, follows a tag and proposes a version",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: ["github", "forgejo", "gitlab"])
  func scripts(_ system: String) throws {
    let world = try GoldenWorld(example: nil, files: Self.files)
    let jobs = try jobs(of: system, in: world)
    try world.setUp("git add --all; git commit -q -m Pipeline; git push -q")
    let remote = "\(world.root)/CoolApp.git"
    try world.git("config", "receive.advertisePushOptions", "true", directory: remote)
    let start = try world.git("rev-parse", "main", directory: remote)

    func run(_ name: String, at reference: String, version: String = "1.5.0") throws -> CommandResult {
      let job = try #require(jobs[name])
      try world.setUp("rm -rf ../job; git clone -q ../CoolApp.git ../job; git -C ../job checkout -q \(reference)")
      let commit = try world.git("rev-parse", "HEAD", directory: "\(world.root)/job")
      var command = try world.martlet([], in: "job")
      let variables = Self.variables(system, tag: name == "tagged", commit: commit)
      command.environment.merge(variables.merging(["VERSION": version, "TAG": "1.5.0"]) { $1 }) { $1 }
      for name in ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"] {
        command.environment["GIT_\(name)"] = nil
      }
      let programs = URL(fileURLWithPath: command.program).deletingLastPathComponent().path
      command.environment["PATH"] = "\(world.root)/bin:\(programs):\(command.environment["PATH"] ?? "")"
      (command.program, command.arguments) = ("sh", ["-e", "-c", job.script])
      return try command.run()
    }

    let isGitLab = system == "gitlab"
    let release = try run("release", at: isGitLab ? "--detach" : "main")
    try #require(release.succeeded, "\(release.errorText)")
    let released = try world.git("rev-parse", "1.5.0^{}", directory: remote)
    #expect(try world.git("rev-parse", "main", "main~", directory: remote) == "\(released)\n\(start)")
    #expect(
      try world.git("log", "-1", "--format=%an <%ae>", "main", directory: remote)
        == (isGitLab ? "Mona <mona@example.com>" : "mona <mona@users.noreply.git.example.com>"))

    // As if the branch had not arrived.
    try world.git("update-ref", "refs/heads/main", start, directory: remote)
    let resumed = try run("resume", at: isGitLab ? "--detach" : "main")
    #expect(resumed.succeeded, "\(resumed.errorText)")
    #expect(try world.git("rev-parse", "main", directory: remote) == released)

    let tagged = try run("tagged", at: "1.5.0")
    #expect(tagged.succeeded && tagged.errorText.contains("1.5.0 is tagged"), "\(tagged.errorText)")

    // The program of GitHub is not here: what it is told is written down.
    try world.folder.write("bin/gh", "#!/bin/sh\nprintf '%s\\n' \"$*\" > ../told\n")
    try world.setUp("chmod +x ../bin/gh")
    let proposed = try run("propose", at: isGitLab ? "--detach" : "main", version: "1.6.0")
    #expect(proposed.succeeded, "\(proposed.errorText)")
    let reference = system == "forgejo" ? "refs/for/main/propose-1.6.0" : "refs/heads/propose-1.6.0"
    #expect(try world.git("show", "\(reference):VERSION", directory: remote) == "1.6.0")
    #expect(try world.git("rev-parse", "main", directory: remote) == released)
    #expect(
      world.folder.read("told")
        == (system == "github" ? "pr create --base main --head propose-1.6.0 --title Version 1.6.0 --body \n" : nil))
  }

  private static func variables(_ system: String, tag: Bool, commit: String) -> [String: String] {
    let name = tag ? "1.5.0" : "main"
    guard system == "gitlab" else {
      return [
        "CI": "true", "GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": system == "forgejo" ? "true" : "",
        "GITHUB_REF": tag ? "refs/tags/\(name)" : "refs/heads/\(name)", "GITHUB_REF_NAME": name, "GITHUB_SHA": commit,
        "GITHUB_ACTOR": "mona", "GITHUB_SERVER_URL": "https://git.example.com",
      ]
    }
    return [
      "CI": "true", "GITLAB_CI": "true", tag ? "CI_COMMIT_TAG" : "CI_COMMIT_BRANCH": name, "CI_COMMIT_SHA": commit,
      "CI_DEFAULT_BRANCH": "main", "GITLAB_USER_NAME": "Mona", "GITLAB_USER_EMAIL": "mona@example.com",
    ]
  }

  /// The jobs of the pipeline for `system`, which is written for that.
  private func jobs(of system: String, in world: GoldenWorld) throws -> [String: Job] {
    let written = try world.martlet(["init", "--ci", system, "--quiet"]).run()
    try #require(written.succeeded, "\(written.errorText)")
    try world.folder.write("read.py", Self.reader)
    let path = try #require(Self.paths[system])
    let result = try Command(
      "python3", ["\(world.root)/read.py", "\(world.repository)/\(path)"], environment: Self.environment
    ).run()
    try #require(result.succeeded, "\(result.errorText)")
    return try JSONDecoder().decode([String: Job].self, from: Data(result.output))
  }

  private static let reader = """
    import json, sys, yaml
    text = yaml.safe_load(open(sys.argv[1]))
    jobs = {}
    if 'jobs' in text:
        assert text['permissions'] == {} and text['concurrency']['cancel-in-progress'] is False
        for name, job in text['jobs'].items():
            assert job['steps'][0]['with'] == {'fetch-depth': 0}
            run = [step['run'] for step in job['steps'] if 'run' in step]
            jobs[name] = {'script': '\\n'.join(run), 'permissions': job['permissions']}
    else:
        assert text['variables']['GIT_DEPTH'] == '0'
        for name, job in text.items():
            if 'script' not in job or name in ('variables', 'stages'): continue
            base = job
            while 'extends' in base: base = text[base['extends']]
            before = base['before_script']
            jobs[name] = {'script': '\\n'.join(before + job['script']), 'permissions': None}
    print(json.dumps(jobs))
    """
}
