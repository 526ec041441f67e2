import TestSupport
import Testing

@Suite("Artifacts of commands", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ArtifactTests {
  private static let end = """
    - commit
    - tag
    - checksums
    - push
    - publish_release: {notes: New.}
    """

  /// A lane that builds two files with `script` after the bump, and writes what it knows of them.
  private static func steps(_ script: String, artifacts: String = "[build/*]") -> String {
    """
    - bump: minor
    - {run: {shell: '\(script)', artifacts: \(artifacts)}, id: built}
    - message: "${steps.built.path} ${steps.built.size} ${steps.built.sha256}"

    """
  }

  private static let build = "mkdir -p build; echo one > build/One.txt; echo three > build/Two.txt"

  @Test("the release has the files of the command, and `sha256sum -c` accepts the list beside them")
  func tool() throws {
    let forge = try ForgeProject(.github, steps: Self.steps(Self.build) + Self.end)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let digest = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"
    #expect(
      outcome.errors.contains("build/One.txt\nbuild/Two.txt 4\n6 \(digest)\nf693691"), "\(outcome)")
    #expect(try forge.releases().map(\.assetNames) == [["One.txt", "Two.txt", "SHA256SUMS"]])
    try forge.project.shell("mkdir got")
    for name in ["One.txt", "Two.txt", "SHA256SUMS"] {
      try forge.project.shell(
        "python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' "
          + "\(forge.server.address)/owner/tool/releases/download/1.5.0/\(name) got/\(name)")
    }
    #expect(try forge.project.shell("cd got && sha256sum -c SHA256SUMS") == "One.txt: OK\nTwo.txt: OK")
    #expect(try forge.project.git("show", "--stat", "--format=", "HEAD").contains("build") == false)
  }

  @Test("after a kill and new builds in between, the release has the bytes that were hashed")
  func killed() throws {
    for position in FaultSample.positions(0..<8, every: 3) {
      let forge = try ForgeProject(.github, steps: Self.steps(Self.build) + Self.end)
      try forge.add(#""kind": "kill", "after": true"#, after: position)
      guard try forge.martlet("run", "release", "--yes").status != 0 else { break }
      let isOpen = try forge.project.martlet("status").output.contains("martlet finish")
      if isOpen { try forge.project.shell("mkdir -p build; echo changed > build/One.txt; rm -f build/Two.txt") }
      let outcome = try isOpen ? forge.martlet("finish", "--yes") : forge.martlet("run", "release", "--yes")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let proof = try forge.project.martlet("verify", "1.5.0")
      #expect(
        proof.errors.contains(
          "asset `One.txt` downloads as sha256 2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"),
        "request \(position): \(proof.errors)")
      #expect(try forge.releases().map(\.assetNames) == [["One.txt", "Two.txt", "SHA256SUMS"]])
    }
  }

  @Test("a later step reads the digest of an export in a run that was killed and resumed")
  func export() throws {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - commit
        - tag
        - {export: dist/all.tar, id: all}
        - push
        - publish_release: {assets: all, notes: "${steps.all.sha256}"}
        - message: "${steps.all.sha256} ${steps.all.commit}"
        """)
    try forge.add(#""kind": "kill", "after": true"#, after: 3)
    #expect(try forge.martlet("run", "release", "--yes").status != 0)
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let digest = try forge.project.shell("sha256sum dist/all.tar").prefix(64)
    let commit = try forge.project.git("rev-parse", "HEAD")
    #expect(outcome.errors.contains("\(digest) \(commit)"), "\(outcome)")
  }

  @Test(
    "a command that does not make what it should stops the run, and everything is undone",
    arguments: [
      (
        "true", "[build/*.zip]",
        "no file matches `build/*.zip` of `artifacts` after the command ran",
        "let the command write the file, or correct `artifacts` in the Releasefile"
      ),
      (
        "mkdir -p build/a; echo 1 > build/a/App; echo 2 > build/App", "[build/App, build/a/*]",
        "`build/App` and `build/a/App` would both be the artifact `App`", "give one of the files another name"
      ),
      (
        "mkdir -p build; : > build/App", "[build/App]",
        "the command wrote nothing to `build/App`, expected an artifact",
        "correct the command"
      ),
      (
        "mkdir -p build; echo App > build/App.zip", "[build/App.zip]",
        "`build/App.zip` has the name of a zip file, but is not a complete one",
        "build it again, or correct the command that makes it"
      ),
      (
        "mkdir -p build; echo App > build/App.tar.gz", "[build/App.tar.gz]",
        "`build/App.tar.gz` has the name of a gzip file, but is not a complete one",
        "build it again, or correct the command that makes it"
      ),
    ])
  func refusals(script: String, artifacts: String, message: String, hint: String) throws {
    let forge = try ForgeProject(.github, steps: Self.steps(script, artifacts: artifacts) + Self.end)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "\nerror: \(message)\nstopped at entry 2, run; nothing is public, and everything was undone\nhint: \(hint)"),
      "\(outcome.errors)")
    #expect(forge.project.read("VERSION") == "1.4.2\n")
  }

  @Test("a file of the last release stops the run, until the command removes it or the pattern names only new ones")
  func old() throws {
    let script = "mkdir -p build; echo $MARTLET_VERSION > build/Tool-$MARTLET_VERSION.txt; echo same > build/Same.txt"
    let forge = try ForgeProject(.github, steps: Self.steps(script) + Self.end)
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    try forge.project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `build/Tool-1.5.0.txt` is older than this run, expected artifacts that it makes
        stopped at entry 2, run; nothing is public, and everything was undone
        hint: let the command remove old files before it writes new ones, or name only the new ones in `artifacts`, for example with `${version}`
        """), "\(outcome.errors)")
    #expect(forge.project.read("VERSION") == "1.5.0\n")
    let steps = Self.steps(script, artifacts: "[\"build/*-${version}.txt\", build/Same.txt]") + Self.end
    try forge.setSteps(steps)
    let again = try forge.martlet("run", "release", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      try forge.releases().map(\.assetNames).sorted { $0.description < $1.description } == [
        ["Same.txt", "Tool-1.5.0.txt", "SHA256SUMS"], ["Tool-1.6.0.txt", "Same.txt", "SHA256SUMS"],
      ])
    try forge.setSteps(Self.steps("rm -rf build; \(script)") + Self.end)
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
  }

  @Test("a complete zip archive is accepted, and one without its end is not")
  func zip() throws {
    func outcome(_ change: String) throws -> StrangeProject.Outcome {
      let script = "mkdir -p build; git archive -o build/App.zip HEAD VERSION; \(change)"
      return try ForgeProject(.github, steps: Self.steps(script, artifacts: "build/App.zip") + Self.end)
        .martlet("run", "release", "--yes")
    }
    #expect(try outcome("true").status == 0)
    #expect(
      try outcome("truncate -s -1 build/App.zip").errors.contains(
        "`build/App.zip` has the name of a zip file, but is not a complete one"))
  }

  @Test("a file that a later step changes stops the run before anything is public")
  func changed() throws {
    let steps =
      Self.steps(Self.build) + "- run: {shell: 'echo signed >> build/One.txt'}\n" + Self.end
    let forge = try ForgeProject(.github, steps: steps)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `build/One.txt` was changed after the run had hashed it, expected the same bytes up to the release
          --> Releasefile:13:9
        nothing is public, and everything was undone
        hint: move the step that changes it before the one that hashes it
        """), "\(outcome.errors)")
    #expect(try forge.releases().isEmpty)
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "")
  }
}
