import Foundation
import Processes
import TestSupport
import Testing

/// Checks the output of `martlet init --ci` with another YAML parser, and runs each of its scripts in a shell with the
/// variables of the CI system.
@Suite("A pipeline that init writes")
struct PipelineFilesTests {
  /// Whether Python can read YAML here.
  static let hasReader =
    (try? Command("python3", ["-c", "import yaml"], environment: PipelineJobs.environment).run().succeeded) == true

  @Test(
    "never replaces another pipeline, and requires a Releasefile with a lane", arguments: PipelineHost.allCases)
  func refusals(_ host: PipelineHost) throws {
    let world = try GoldenWorld(example: nil, files: PipelineJobs.files)
    #expect(try world.martlet(["init", "--ci", host.rawValue, "--quiet"]).run().succeeded)
    let before = try #require(world.folder.read("CoolApp/\(host.path)"))
    let again = try world.martlet(["init", "--ci", host.rawValue]).run()
    let folder = URL(fileURLWithPath: host.path).deletingLastPathComponent().relativePath
    let hint =
      [.github, .forgejo].contains(host)
      ? "write another file, with `--output \(folder)/martlet.yml`"
      : "rename it and run the command again, then merge the two files by hand"
    #expect(again.errorText == "error: `\(host.path)` already exists\nhint: \(hint)")
    let other = folder == "." ? "other.yml" : "\(folder)/other.yml"
    let elsewhere = try world.martlet(["init", "--ci", host.rawValue, "--output", other, "--quiet"]).run()
    #expect(elsewhere.succeeded, "\(elsewhere.errorText)")
    #expect(world.folder.read("CoolApp/\(other)") == before)
    #expect(world.folder.read("CoolApp/\(host.path)") == before)

    let empty = try GoldenWorld(example: nil, files: ["Releasefile": Data("project: Cool\n".utf8)])
    #expect(
      try empty.martlet(["init", "--ci", host.rawValue]).run().errorText == """
        error: the Releasefile has no public lane, expected one that a pipeline can run
        hint: declare the lane `release` in the Releasefile
        """)
    let none = try GoldenWorld(example: nil, files: ["VERSION": Data()])
    #expect(try none.martlet(["init", "--ci", host.rawValue]).run().termination == .exited(status: 78))
  }

  @Test("runs the named lane in a file of its name")
  func named() throws {
    var files = PipelineJobs.files
    files["Releasefile"] = Data(
      """
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [bump: minor, commit, tag]}
        beta: {steps: [bump: {build: increment}, commit, push]}

      """.utf8)
    let world = try GoldenWorld(example: nil, files: files)
    for (arguments, path, name) in [
      (["github"], ".github/workflows/release.yml", "Release"),
      (["github", "--lane", "beta"], ".github/workflows/beta.yml", "beta"),
    ] {
      #expect(try world.martlet(["init", "--ci"] + arguments).run().succeeded)
      let text = try #require(world.folder.read("CoolApp/\(path)"))
      #expect(text.contains("\nname: \(name)\n"), "\(text)")
      #expect(text.contains("martlet run \(path.contains("beta") ? "beta" : "release") --yes"), "\(text)")
    }
    #expect(
      try world.martlet(["init", "--ci", "github", "--lane", "bta"]).run().errorText == """
        error: unknown lane `bta`, expected one of `release`, `beta`
        hint: did you mean `beta`?
        """)
  }

  @Test("explains the release by a pushed tag only if there is such a lane", arguments: PipelineHost.allCases)
  func noTagLane(_ host: PipelineHost) throws {
    var files = PipelineJobs.files
    files["Releasefile"] = Data(
      "manifests: [{plain: VERSION}]\nlanes: {ship: {steps: [bump: minor, commit, tag]}}\n".utf8)
    let world = try GoldenWorld(example: nil, files: files)
    let written = try world.martlet(["init", "--ci", host.rawValue]).run()
    #expect(written.outputText.contains("\n  no lane `tagged`: nothing runs when a tag is pushed\n"))
    let text = try #require(world.folder.read("CoolApp/\(host.path)"))
    #expect(text.contains("martlet run ship --yes \"$"))
    #expect(!text.contains("tagged") && !text.contains("--answer") && !text.contains("<%"))
  }

  @Test(
    "proposes no version if `bump` changes no file, or if there are several packages", arguments: PipelineHost.allCases)
  func noProposal(_ host: PipelineHost) throws {
    for (text, reason) in [
      ("version: {source: tag}\n", "no file contains the version"),
      ("packages: {core: {paths: [Core], manifests: [{plain: VERSION}]}}\n", "the repository has several packages"),
    ] {
      var files = PipelineJobs.files
      files["Releasefile"] = Data("\(text)lanes: {release: {steps: [bump: auto, tag, push]}}\n".utf8)
      let world = try GoldenWorld(example: nil, files: files)
      let written = try world.martlet(["init", "--ci", host.rawValue]).run()
      #expect(
        written.outputText.contains(
          "  no job `propose`: \(reason); declare `pull_request: true` in the lane for one\n"),
        "\(written)")
      let file = try #require(world.folder.read("CoolApp/\(host.path)"))
      #expect(!file.contains("propose") && !file.contains("Propose") && !file.contains("<%"), "\(file)")
    }
  }

  /// A lane that publishes files of other jobs beside its own and those of the repository.
  private static var filesWithInputs: [String: Data] {
    var files = PipelineJobs.files
    files["Releasefile"] = Data(
      """
      manifests: [{plain: VERSION}]
      lanes:
        release:
          steps:
            - archive: {artifact_bundle: cool, variants: {x86_64-unknown-linux-gnu: linux/cool}}
            - tag
            - checksums
            - push: {branch: false}
            - publish_release: {assets: ['cool-*.tar.gz', dist/SHA256SUMS, 'dist/*.zip', VERSION]}

      """.utf8)
    return files
  }

  @Test("has a place for the files that no step of the lane makes", arguments: PipelineHost.allCases)
  func inputs(_ host: PipelineHost) throws {
    let world = try GoldenWorld(example: nil, files: Self.filesWithInputs)
    let written = try world.martlet(["init", "--ci", host.rawValue]).run()
    let hasJob = [.github, .gitlab].contains(host)
    let way =
      hasJob ? "complete the job `build`" : "get the files and name their folder with `--artifacts`, at `DECIDE`"
    #expect(
      written.outputText.contains("\n  no step of `release` makes `linux/cool`, `cool-*.tar.gz`: \(way)\n"),
      "\(written)")
    let text = try #require(world.folder.read("CoolApp/\(host.path)"))
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let place = try #require(
      lines.firstIndex { $0.hasPrefix("# DECIDE: ") && $0.contains("no step of the lane makes") })
    let first = try #require(lines[place...].firstIndex(of: "#   linux/cool"))
    #expect(first - place == (hasJob ? 1 : 2) && lines[first + 1] == "#   cool-*.tar.gz", "\(text)")
    #expect(text.contains(" --yes --artifacts \"$") == hasJob)
    #expect(!text.contains("SHA256SUMS`") && !text.contains("<%"))
  }

  @Test(
    "builds the files in a job before the release", .enabled(if: hasReader, "Python cannot read YAML here"),
    arguments: PipelineHost.allCases)
  func inputJob(_ host: PipelineHost) throws {
    let jobs = try PipelineJobs(of: host, files: Self.filesWithInputs).all
    #expect((jobs["build"] != nil) == [.github, .gitlab].contains(host))
    #expect(jobs["release"] != nil)
    if host == .github { #expect(jobs["build"]?.permissions == ["contents": "read"]) }
  }

  @Test("releases each branch of a lane whose steps have conditions on the branch")
  func branches() throws {
    let lane = """
      manifests: [{plain: VERSION}]
      lanes:
        release:
          steps:
            - ensure: {branch: 1.x}
              if: branch != main
            - bump: patch
              if: branch == 1.x
            - bump: auto
              if: branch == main
            - commit
            - tag
            - push

      """
    var files = PipelineJobs.files
    files["Releasefile"] = Data(lane.utf8)
    func text(_ host: PipelineHost) throws -> String {
      let world = try GoldenWorld(example: nil, files: files)
      #expect(try world.martlet(["init", "--ci", host.rawValue]).run().succeeded)
      return try #require(world.folder.read("CoolApp/\(host.path)"))
    }
    #expect(try text(.github).contains("\n    branches: [\"1.x\", main]\n"))
    let gitlab = try text(.gitlab)
    #expect(gitlab.contains("# A change on 1.x or main is released if its commits require a new version.\n"))
    let rule =
      #"    - if: ($CI_COMMIT_BRANCH == "1.x" || $CI_COMMIT_BRANCH == "main") && $CI_PIPELINE_SOURCE != "schedule""#
    #expect(
      gitlab.split(separator: "\n").filter { $0.hasPrefix("    - if: ") && !$0.contains("TAG") }.allSatisfy {
        $0 == rule
      })
  }

  @Test(
    "is YAML whose jobs have the rights that they need, and whose scripts contain no event data",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: PipelineHost.allCases)
  func rights(_ host: PipelineHost) throws {
    let jobs = try PipelineJobs(of: host).all
    #expect(jobs.keys.sorted() == ["propose", "release", "tagged"])
    for job in jobs.values {
      for mark in ["${{", "<<", "{{"] { #expect(!job.script.contains(mark), "\(job.script)") }
    }
    guard [.github, .forgejo].contains(host) else { return }
    #expect(jobs["release"]?.permissions == ["contents": "write"])
    #expect(jobs["tagged"]?.permissions == ["contents": "read"])
    #expect(
      jobs["propose"]?.permissions
        == (host == .github ? ["contents": "write", "pull-requests": "write"] : ["contents": "write"]))
  }

  @Test(
    "releases, follows a tag and proposes a version",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: PipelineHost.allCases)
  func scripts(_ host: PipelineHost) throws {
    let jobs = try PipelineJobs(of: host)
    let start = try jobs.remote("rev-parse", "main")

    let release = try jobs.run("release", version: "1.5.0")
    try #require(release.succeeded, "\(release.outputText)\(release.errorText)")
    let released = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(try jobs.remote("rev-parse", "main", "main~") == "\(released)\n\(start)")
    #expect(try jobs.remote("log", "-1", "--format=%an <%ae>", "main") == host.author)

    let tagged = try jobs.run("tagged", version: "")
    #expect(tagged.succeeded && tagged.errorText.contains("1.5.0 is tagged"), "\(tagged.errorText)")

    let proposed = try jobs.run("propose", version: "1.6.0")
    #expect(proposed.succeeded, "\(proposed.errorText)")
    let reference = host == .forgejo ? "refs/for/main/propose-1.6.0" : "refs/heads/propose-1.6.0"
    #expect(try jobs.remote("show", "\(reference):VERSION") == "1.6.0")
    #expect(try jobs.remote("rev-parse", "main") == released)
    #expect(
      jobs.told
        == (host == .github ? "pr create --base main --head propose-1.6.0 --title Version 1.6.0 --body \n" : nil))
    #expect(
      proposed.outputText.contains("Open a pull request of propose-1.6.0 for main.")
        == PipelineHost.neutral.contains(host))
  }

  @Test(
    "started again on a new machine, finishes a release whose command failed: skips the command, or repeats it",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: PipelineHost.allCases, [true, false])
  func interrupted(_ host: PipelineHost, isSkipped: Bool) throws {
    let jobs = try PipelineJobs(of: host, files: PipelineJobs.uploadingFiles)
    try jobs.world.setUp("touch ../unreachable")
    let failed = try jobs.run("release", version: "1.5.0")
    #expect(failed.termination == .exited(status: 3), "\(failed.outputText)\(failed.errorText)")
    #expect(jobs.uploads == "1.5.0\n")
    let released = try jobs.remote("rev-parse", "1.5.0^{}")

    // The same job, started again on a new machine.
    let stopped = try jobs.run("release", version: "1.5.0")
    #expect(!stopped.succeeded && stopped.errorText.contains("whether `upload 1.5.0` finished is unknown"))
    #expect(try !jobs.remote("show", "refs/martlet/runs/release:record.jsonl").contains("\"ended\""))
    try jobs.world.setUp("rm ../unreachable")
    let repeated = try jobs.run("release", version: "1.5.0", interrupted: isSkipped ? "skip" : "repeat")
    #expect(repeated.succeeded, "\(repeated.errorText)")
    #expect(jobs.uploads == (isSkipped ? "1.5.0\n" : "1.5.0\n1.5.0\n"))
    #expect(try jobs.remote("show", "refs/martlet/runs/release:record.jsonl").contains("\"ended\""))
    #expect(try jobs.remote("rev-parse", "main") == released)
  }

  @Test(
    "uses the project's forge for pull requests if the CI system has none",
    .enabled(if: hasReader, "Python cannot read YAML here"), arguments: PipelineHost.neutral,
    ["github.com", "gitlab.com", "codeberg.org"])
  func forges(_ host: PipelineHost, _ forge: String) throws {
    let jobs = try PipelineJobs(of: host, projectAt: "https://\(forge)/cool/app.git")
    let proposed = try jobs.run("propose", version: "1.6.0")
    #expect(proposed.succeeded, "\(proposed.errorText)")
    let reference = forge == "codeberg.org" ? "refs/for/main/propose-1.6.0" : "refs/heads/propose-1.6.0"
    #expect(try jobs.remote("show", "\(reference):VERSION") == "1.6.0")
    #expect(
      jobs.told
        == (forge == "github.com" ? "pr create --base main --head propose-1.6.0 --title Version 1.6.0 --body \n" : nil))
    #expect(try jobs.text.contains("merge_request.create") == (forge == "gitlab.com"))
    #expect(try jobs.text.contains("GH_TOKEN") == (forge == "github.com"))
  }

  @Test(
    "runs on Xcode Cloud only if a workflow requests it, and keeps its token out of files",
    .enabled(if: hasReader, "Python cannot read YAML here"))
  func xcodeCloud() throws {
    let jobs = try PipelineJobs(of: .xcodeCloud)
    let start = try jobs.remote("rev-parse", "main")
    for (flow, more) in [("", [:]), ("release", ["CI_PULL_REQUEST_NUMBER": "12"])] {
      let idle = try jobs.run("release", version: "1.5.0", with: more.merging(["RELEASE_FLOW": flow]) { $1 })
      #expect(idle.succeeded && idle.outputText == "" && idle.errorText == "")
    }
    let unknown = try jobs.run("release", version: "1.5.0", with: ["RELEASE_FLOW": "relase"])
    #expect(unknown.termination == .exited(status: 1))
    #expect(
      unknown.errorText.hasSuffix("RELEASE_FLOW is `relase`, expected release, tagged or propose"))
    #expect(try jobs.remote("rev-parse", "main") == start)
    #expect(try jobs.credential() == "protocol=https\nhost=git.example.com\nusername=git\npassword=hunter22")
    #expect(jobs.configuration?.contains("hunter22") == false)
  }
}
