import TestSupport
import Testing

@Suite(
  "A release with built files is finished in a new clone",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct NewCloneTests {
  /// Each build has other bytes: `$$` is the number of the shell.
  private static let build =
    #"mkdir -p build dist; echo $$ > dist/Notes.txt; echo x$$ > dist/More.txt; printf "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\076\0-$$" > build/tool"#

  private static let bundle = """
    - bump: minor
    - {run: {shell: '\(build)', artifacts: [dist/*]}, id: built}
    - {artifact_bundle: {name: tool, variants: {x86_64-unknown-linux-gnu: build/tool}}, id: bundle}
    - update_binary_target: {target: Tool, artifact: bundle}
    - commit
    - tag
    - checksums
    - draft_release: {notes: New.}
    - push
    - publish_release
    - verify_release
    - message: "${steps.built.path} ${steps.bundle.sha256}"

    """

  private static let assets = """
    - bump: minor
    - run: {shell: '\(build)'}
    - commit
    - tag
    - checksums: {files: [dist/*.txt]}
    - draft_release: {assets: [dist/*.txt, dist/SHA256SUMS], notes: New.}
    - push
    - publish_release
    - verify_release

    """

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Tool",
      targets: [.binaryTarget(name: "Tool", url: "https://example.com/1.4.2/tool.zip", checksum: "0")])

    """

  @Test(
    "after a kill at every request that follows the push, with the bytes of the first build",
    arguments: [bundle, assets], FaultSample.some(1, of: ForgeProject.Kind.allCases))
  func killed(steps: String, kind: ForgeProject.Kind) throws {
    var count = 0
    for position in FaultSample.positions(0..<100, every: 2) {
      let forge = try ForgeProject(
        kind, steps: steps, files: steps == Self.bundle ? ["Package.swift": Self.manifest] : [:], isSecure: true)
      try forge.project.shell("rm -r dist")
      try forge.add(#""kind": "kill""#, after: position)
      let run = try forge.martlet("run", "release", "--yes")
      guard run.status != 0 else { break }
      #expect(run.status == 137, "request \(position): \(run.errors)")
      guard try forge.project.git("ls-remote", "--tags", "origin", "1.5.0") != "" else { continue }
      count += 1
      try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone")
      forge.project.place = "clone"
      let outcome = try forge.martlet("resume", "--lane", "release", "--yes")
      #expect(outcome.status == 0, "request \(position): \(outcome.errors)")
      #expect(
        try forge.releases().map { $0.assetNames.sorted() } == [
          ["More.txt", "Notes.txt", "SHA256SUMS"] + (steps == Self.bundle ? ["tool.artifactbundle.zip"] : [])
        ], "request \(position)")
      #expect(forge.project.read("dist/Notes.txt") == nil)
      try forge.project.shell("cd ../work/dist && sha256sum -c SHA256SUMS")
      if steps == Self.bundle {
        let checksum = try forge.project.shell("sha256sum ../work/dist/tool.artifactbundle.zip").prefix(64)
        #expect(forge.project.read("Package.swift")?.contains("checksum: \"\(checksum)\"") == true)
        #expect(outcome.errors.contains("dist/More.txt\ndist/Notes.txt \(checksum)"), "\(outcome.errors)")
      }
    }
    #expect(count > 0)
  }

  @Test("a tag on the remote is public, even if the steps up to its push cannot be planned again")
  func publicTag() throws {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - commit
        - tag
        - run: {shell: mkdir -p build; echo 1 > build/tool}
        - checksums: {files: [build/tool]}
        - push
        - run: {shell: exit 1, outward: true}
        """)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone")
    forge.project.place = "clone"
    let outcome = try forge.martlet("resume", "--lane", "release", "--dry-run")
    #expect(outcome.output.contains("\npublic: commit "), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.contains("nothing is public"), "\(outcome.output)")
  }

  @Test("after another clone has finished the run, the first one can only end it")
  func finishedElsewhere() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "status", "status": 422, "method": "PATCH"}"#)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone")
    forge.project.place = "clone"
    let resumed = try forge.martlet("resume", "--lane", "release", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    forge.project.place = "work"
    // `status` sends no token, so that only `resume` sees the other run.
    try forge.expect(
      "status", status: 0,
      output: """
        run $RUN (`release`, 1.5.0) stopped: GitHub refused the request
          done      1 file, commit 3d4a021, tag 1.5.0, keep dist/App.zip, draft 1.5.0 on GitHub owner/tool, upload App.zip, push main, 1.5.0 → origin
          unknown   publish 1.5.0 on GitHub owner/tool: `$SERVER/api/v3` can be read only with a credential, and a command that only looks sends none
          left      publish 1.5.0 on GitHub owner/tool
          release   1.5.0 on GitHub owner/tool, App.zip uploaded
        public: push main, 1.5.0 → origin
          martlet resume       resume at entry 8, publish 1.5.0 on GitHub owner/tool
          martlet undo --keep  end it without undoing it
        """, errors: "")
    try forge.expect(
      "resume", "--yes", "--quiet", status: 5,
      errors: """
        error: run $RUN has published the release of `1.5.0` in another clone: $SERVER/owner/tool/releases/tag/1.5.0
        hint: end this run with `martlet undo --keep`
        """)
    #expect(try forge.martlet("undo", "--keep", "--yes").status == 0)
    #expect(try forge.releases().map(\.isDraft) == [false])
  }

  @Test("if no release has the files, the error names what is missing, and the run goes on once it is there")
  func lost() throws {
    let steps = Self.bundle.split(separator: "\n").filter { !$0.contains("release") && !$0.contains("update_") }
    let stop = "\n- run: {shell: 'test ! -e ../stop', outward: true}"
    let forge = try ForgeProject(.github, steps: steps.joined(separator: "\n") + stop)
    try forge.project.shell("rm -r dist; touch ../stop")
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.project.shell("rm ../stop; git clone -q \(forge.server.remote("owner/tool")) ../clone")
    forge.project.place = "clone"
    let outcome = try forge.martlet("resume", "--lane", "release", "--repeat", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: no file `build/tool`, neither here nor in a release of the run
         --> Releasefile:9:10
        while planning again from the commit before the tag `1.5.0`; nothing was changed
        hint: put the files of the run here, byte for byte, or name a folder that has them with `--artifacts`
        """)
    try forge.project.shell("cp -r ../work/build ../work/dist .")
    let done = try forge.martlet("resume", "--lane", "release", "--repeat", "--yes")
    #expect(done.status == 0, "\(done.errors)")
  }
}
