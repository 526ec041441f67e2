import Foundation
import TestSupport
import Testing

/// Runs whole pipelines from `init --ci` against a test forge, as GitHub, Forgejo and GitLab run them.
@Suite(
  "A pipeline that its CI system runs",
  .enabled(if: PipelineFilesTests.hasReader && ForgeServer.obstacle == nil))
struct PipelineRunTests {
  static let hosts = [PipelineHost.github, .forgejo, .gitlab]

  /// The pipeline of a project whose last release is 1.4.2.
  private func jobs(
    _ host: PipelineHost, _ steps: String, then last: String = "", program: String? = nil
  ) throws -> PipelineJobs {
    let jobs = try PipelineJobs(
      of: host,
      files: [
        "VERSION": Data("1.4.2\n".utf8),
        "Releasefile": Data(
          """
          project: Cool
          manifests: [{plain: VERSION}]
          forge: {kind: \(host.rawValue)}
          lanes:
            release: {steps: [ensure: {branch: main}, ensure: clean, \(steps), commit, tag, push, publish_release\(last)]}
            tagged: {steps: [message: "${tag} is tagged"]}

          """.utf8),
      ], isOnForge: true, program: program)
    try jobs.remote("tag", "1.4.2", "main")
    return jobs
  }

  @Test("releases a change that is pushed, and succeeds if there is nothing to release", arguments: hosts)
  func change(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: auto, changelog")
    try jobs.push("docs: explain")
    let idle = try jobs.results(of: .change)
    #expect(idle["release"]?.result == "success")
    #expect(idle["release"]?.outputs["outcome"] == "nothing" && idle["release"]?.outputs["tag"] == nil)
    #expect(idle["tagged"]?.log.contains("is tagged") != true)
    #expect(try jobs.remote("tag") == "1.4.2")

    try jobs.push("feat: greet")
    let run = try jobs.results(of: .change)
    let release = try #require(run["release"])
    try #require(release.result == "success", "\(release.log)")
    let commit = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(release.outputs["outcome"] == "done" && release.outputs["version"] == "1.5.0")
    #expect(release.outputs["tag"] == "1.5.0" && release.outputs["commit"] == commit)
    #expect(host == .gitlab || release.outputs["address"]?.hasSuffix("/releases/tag/1.5.0") == true)
    #expect(try jobs.remote("rev-parse", "main") == commit)
    #expect(run["tagged"]?.log.contains("1.5.0 is tagged") == true, "\(run["tagged"]?.log ?? "")")
    #expect(try jobs.releases() == 1)
    // As if the push of the release had started the pipeline again.
    #expect(try jobs.results(of: .change)["release"]?.outputs["outcome"] == "nothing")
  }

  @Test("releases the version that a user types", arguments: hosts)
  func typed(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: ask")
    #expect(try jobs.results(of: .change)["release"]?.result ?? "manual" == "manual")
    let run = try jobs.results(of: .manual("release", ["version": "2.0.0"]))
    try #require(run["release"]?.result == "success", "\(run["release"]?.log ?? "")")
    #expect(run["release"]?.outputs["tag"] == "2.0.0")
    #expect(try jobs.remote("show", "2.0.0:VERSION") == "2.0.0")
    #expect(try jobs.releases() == 1)
  }

  @Test("starts no job on a branch that the lane does not allow", arguments: hosts, ["release", "propose"])
  func otherBranch(_ host: PipelineHost, job: String) throws {
    let jobs = try jobs(host, "bump: ask")
    try jobs.remote("branch", "side", "main")
    let run = try jobs.results(of: .manual(job, ["version": "2.0.0"], branch: "side"))
    #expect(["skipped", nil].contains(run[job]?.result), "\(run)")
    #expect(
      try jobs.remote("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/heads/side\nrefs/tags/1.4.2")
  }

  @Test("proposes a version with the token of the step, which git stores nowhere", arguments: hosts)
  func proposal(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: ask")
    let run = try jobs.results(of: .manual("propose", ["version": "2.0.0"]))
    try #require(run["propose"]?.result == "success", "\(run["propose"]?.log ?? "")")
    let reference = host == .forgejo ? "refs/for/main/propose-2.0.0" : "refs/heads/propose-2.0.0"
    #expect(try jobs.remote("show", "\(reference):VERSION") == "2.0.0")
    let configuration = try #require(jobs.world.folder.read("machines/propose/work/.git/config"))
    #expect(!configuration.contains("job:contents") && !configuration.contains("write-token"), "\(configuration)")
  }

  @Test(
    "pushes to another branch of the project with the token of the step", arguments: [PipelineHost.github, .forgejo])
  func tree(_ host: PipelineHost) throws {
    let jobs = try jobs(
      host, "bump: auto", then: ", publish_files: {repository: origin, branch: site, files: {VERSION: VERSION}}")
    try jobs.push("feat: greet")
    let release = try #require(try jobs.results(of: .change)["release"])
    try #require(release.result == "success", "\(release.log)")
    #expect(try jobs.remote("show", "site:VERSION") == "1.5.0")
  }

  @Test(
    "finishes a release that failed in the middle when the job runs again, on a new runner",
    arguments: hosts)
  func resume(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: auto, changelog", then: ": {draft_first: false}")
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    try server.add(fault: #"{"kind": "status", "method": "POST", "path": "/releases$", "status": 403, "times": 9}"#)
    let stopped = try jobs.results(of: .change)
    #expect(stopped["release"]?.result == "failure")
    #expect(stopped["release"]?.outputs["outcome"] == "partly-public", "\(stopped["release"]?.log ?? "")")
    #expect(stopped["tagged"]?.log.contains("is tagged") != true)
    let released = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(try jobs.releases() == 0)

    try server.forgetRequests()
    let run = try jobs.results(of: .change)
    try #require(run["release"]?.result == "success", "\(run["release"]?.log ?? "")")
    #expect(run["release"]?.outputs["tag"] == "1.5.0")
    #expect(try jobs.releases() == 1)
    #expect(try jobs.remote("rev-parse", "1.5.0^{}") == released)
  }

  @Test("passes the secrets that a lane declares to its job, and the released packages to later jobs", arguments: hosts)
  func packages(_ host: PipelineHost) throws {
    let jobs = try PipelineJobs(
      of: host,
      files: [
        "Core/VERSION": Data("1.0.0\n".utf8), "App/VERSION": Data("2.1.0\n".utf8),
        "Releasefile": Data(
          """
          packages:
            core: {paths: [Core], manifests: [{plain: Core/VERSION}]}
            app: {paths: [App], manifests: [{plain: App/VERSION}]}
          lanes:
            release:
              parameters: {token: {secret: true, env: COOL_TOKEN}}
              steps:
                - packages: [bump: auto, commit: "${project} ${version}", tag]
                - run: {shell: 'test "$TOKEN" = hunter22', environment: {TOKEN: "${token}"}}
                - push

          """.utf8),
      ], isOnForge: true)
    for tag in ["core/1.0.0", "app/2.1.0"] { try jobs.remote("tag", tag, "main") }
    try jobs.push("feat: read", to: "Core/read.txt")
    #expect(try jobs.results(of: .change)["release"]?.result == "failure")
    #expect(try jobs.remote("tag") == "app/2.1.0\ncore/1.0.0")
    let run = try jobs.results(of: .change, secrets: ["COOL_TOKEN": "hunter22"])
    let release = try #require(run["release"])
    try #require(release.result == "success", "\(release.log)")
    #expect(
      release.outputs["packages"]
        == (host == .gitlab ? nil : #"[{"name":"core","tag":"core/1.1.0","version":"1.1.0"}]"#))
    #expect(try jobs.remote("tag", "--points-at", "main") == "core/1.1.0")
  }

  @Test(
    "installs the release that wrote it in each job, also if the machine has another Martlet, and starts this one",
    .enabled(if: FileServer.obstacle == nil), arguments: hosts)
  func install(_ host: PipelineHost) throws {
    let (release, server, program) = try released()
    let jobs = try jobs(host, "bump: auto, changelog", program: program)
    for line in [
      #"MARTLET_INSTALL_FROM: "\#(server.address)""#, #"MARTLET_INSTALL_VERSION: "0.1.0""#,
      #"MARTLET_INSTALL_SHA256: "\#(try release.digest("SHA256SUMS"))""#,
    ] { #expect(try jobs.text.contains(line)) }
    try jobs.push("feat: greet")
    let run = try jobs.results(of: .change, installingWith: server.certificate)
    let job = try #require(run["release"])
    #expect(job.result == "success" && job.log.contains("\(release.archive).tar.gz: OK"), "\(job.log)")
    #expect(run["tagged"]?.log.contains("1.5.0 is tagged") == true, "\(run["tagged"]?.log ?? "")")
    #expect(release.folder.has("ran"))
  }

  @Test(
    "runs nothing of a release with other bytes",
    .enabled(if: FileServer.obstacle == nil), arguments: hosts, ["SHA256SUMS", "ARCHIVE.tar.gz"])
  func replaced(_ host: PipelineHost, file: String) throws {
    let (release, server, program) = try released()
    let jobs = try jobs(host, "bump: auto, changelog", program: program)
    try jobs.push("feat: greet")
    if file == "SHA256SUMS" {
      try release.pack("echo >'\(release.folder.path)/ran'; exit 1")
    } else {
      try release.change("printf x >>\(file)")
    }
    let job = try #require(try jobs.results(of: .change, installingWith: server.certificate)["release"])
    #expect(job.result == "failure")
    #expect(job.log.contains("\(file.replacing("ARCHIVE", with: release.archive)): FAILED"), "\(job.log)")
    #expect(!release.folder.has("ran"))
    #expect(try jobs.remote("tag") == "1.4.2")
  }

  @Test("asks for a release of Martlet if a build that belongs to none wrote it", arguments: hosts)
  func development(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: auto, changelog")
    #expect(
      try jobs.text.contains("# FILL IN: this file was written by a build of Martlet that belongs to no release."))
    for name in ["FROM", "VERSION", "SHA256"] { #expect(try jobs.text.contains(#"MARTLET_INSTALL_\#(name): """#)) }
    try jobs.push("feat: greet")
    let job = try #require(try jobs.results(of: .change, installingWith: "none")["release"])
    #expect(job.result == "failure")
    #expect(job.log.contains("MARTLET_INSTALL_VERSION: expected a release of Martlet"), "\(job.log)")
  }

  /// A release on a server, whose program leaves the mark `ran`, and a program that this release has installed.
  private func released() throws -> (MartletRelease, FileServer, program: String) {
    let folder = try TemporaryFolder()
    let release = try MartletRelease(
      in: folder, version: "0.1.0", program: "echo >'\(folder.path)/ran'; exec '\(MartletProgram.path())' \"$@\"")
    let server = try FileServer(of: "\(folder.path)/releases")
    let program = "\(folder.path)/prefix/bin/martlet"
    try folder.makeFolder("prefix/bin")
    try FileManager.default.copyItem(atPath: MartletProgram.path(), toPath: program)
    try folder.write(
      "prefix/share/doc/martlet/RELEASE",
      "version=0.1.0\nreleases=\(server.address)\nsha256=\(try release.digest("SHA256SUMS"))\n")
    return (release, server, program)
  }
}
