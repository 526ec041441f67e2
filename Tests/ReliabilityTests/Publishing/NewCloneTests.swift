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
    - {archive: {artifact_bundle: tool, variants: {x86_64-unknown-linux-gnu: build/tool}}, id: bundle}
    - update_binary_target: {target: Tool, artifact: bundle}
    - commit
    - tag
    - checksums
    - push
    - publish_release: {notes: New.}
    - message: "${steps.built.path} ${steps.bundle.sha256}"

    """

  private static let assets = """
    - bump: minor
    - run: {shell: '\(build)'}
    - commit
    - tag
    - checksums: {files: [dist/*.txt]}
    - push
    - publish_release: {assets: [dist/*.txt, dist/SHA256SUMS], notes: New.}

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
    for position in FaultSample.positions(0..<100, every: 3) {
      let forge = try ForgeProject(
        kind, steps: steps, files: steps == Self.bundle ? ["Package.swift": Self.manifest] : [:], isSecure: true)
      try forge.project.shell("rm -r dist")
      try forge.add(#""kind": "kill""#, after: position)
      let run = try forge.martlet("run", "release", "--yes")
      guard run.status != 0 else { break }
      #expect(run.status == 137, "request \(position): \(run.errors)")
      guard try forge.project.git("ls-remote", "--tags", "origin", "1.5.0") != "" else { continue }
      count += 1
      try forge.enterClone()
      // The release has no such file: the program is in the bundle, and the record does not have its digest.
      try forge.project.shell("mkdir ../built; [ ! -e ../work/build/tool ] || cp ../work/build/tool ../built")
      let outcome =
        try steps == Self.bundle
        ? forge.martlet("run", "release", "--yes", "--artifacts", "../built") : forge.martlet("run", "release", "--yes")
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
    print("new clone: \(kind), \(count) positions")
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
    try forge.enterClone()
    let outcome = try forge.martlet("status")
    #expect(outcome.output.contains("\npublic: push main, 1.5.0 → origin\n"), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.contains("nothing is public"), "\(outcome.output)")
  }

  @Test("after another clone has finished the run, the first one ends it")
  func finishedElsewhere() throws {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.server.add(fault: #"{"kind": "status", "status": 422, "method": "PATCH"}"#)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.enterClone()
    let finished = try forge.martlet("run", "release", "--yes")
    #expect(finished.status == 0, "\(finished.errors)")
    forge.project.place = "work"
    let status = try forge.martlet("status").output
    #expect(status.contains("\n  over      it is done, in another process\n"), "\(status)")
    #expect(status.hasSuffix("\n  martlet finish       end it here"), "\(status)")
    try forge.expect(
      "finish", "--yes", "--quiet", status: 0,
      output: "", errors: "")
    #expect(try forge.releases().map(\.isDraft) == [false])
  }

  @Test(
    "a file that is still to be uploaded has to be there with the bytes of the first build, and the hint leads out",
    arguments: [
      (
        preparation: "cp -r ../work/dist ../got", place: "clone",
        words: ["run", "release", "--artifacts", "../got", "--yes"]
      ),
      ("true", "clone", ["finish", "--artifacts", "../work/dist", "--yes"]), ("true", "work", ["finish", "--yes"]),
      ("true", "clone", ["undo", "--keep", "--yes"]),
    ])
  func lost(way: (preparation: String, place: String, words: [String])) throws {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - commit
        - tag
        - push
        - publish_release: {assets: [dist/*.txt], notes: New., draft_first: false}
        """)
    try forge.project.shell("mkdir -p dist; echo one > dist/Notes.txt")
    try forge.server.add(
      fault: #"{"kind": "status", "method": "POST", "path": "/releases$", "status": 403, "times": 9}"#)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.server.forgetRequests()
    try forge.enterClone()
    let refused = try forge.martlet("run", "release", "--yes")
    #expect(refused.status == 3, "\(refused.errors)")
    #expect(
      refused.errors.hasSuffix(
        """
        error: the file `dist/Notes.txt` of the run is not in this clone, expected one with the SHA-256 \
        2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806
        stopped at entry 7, publish_release; already public: main, 1.5.0 on origin; nothing was undone; `martlet finish` \
        continues from here
        hint: get the same files and run `martlet finish --artifacts FOLDER`; or run `martlet finish` in the clone where \
        the run began; or end the run with `martlet undo --keep`
        """), "\(refused.errors)")
    #expect(try forge.releases().allSatisfy(\.isDraft))
    try forge.project.shell(way.preparation)
    forge.project.place = way.place
    let outcome = try forge.project.martlet(way.words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try forge.releases().filter { !$0.isDraft }.map(\.assetNames) == (way.words[0] == "undo" ? [] : [["Notes.txt"]]))
    #expect(try forge.project.openRecords() == "")
  }
}
