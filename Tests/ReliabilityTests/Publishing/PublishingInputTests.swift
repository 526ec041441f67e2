import TestSupport
import Testing

@Suite(
  "What publishing prints about files and notes that the forge does not accept",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PublishingInputTests {
  @Test("notes that are too long, before anything is changed or sent")
  func notes() throws {
    let forge = try ForgeProject(
      .github, steps: ForgeProject.stepsWithOneAsset.replacing(", notes: New.", with: ""),
      files: ["CHANGELOG.md": "# Changelog\n\n## 1.5.0\n\n\(String(repeating: "a", count: 124_990))\n"])
    for command in [["plan", "release"], ["run", "release", "--yes"]] {
      let outcome = try forge.project.martlet(command)
      #expect(outcome.status == 1)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          error: the notes have 125033 characters, GitHub accepts at most 125000
            --> Releasefile:11:9
          hint: shorten the notes, and link to the changelog
          """)
    }
    #expect(try forge.server.requests().isEmpty)
    try forge.expectNothingReleased()
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
          --> Releasefile:11:9
        hint: compress or split `dist/Huge.zip`
        """)
    try forge.expect(
      "run", "release", "--yes", status: 1, output: "",
      errors: """
        error: the asset `Huge.zip` has 1099511627776 bytes, GitHub accepts fewer than 2147483648
          --> Releasefile:11:9
        hint: compress or split `dist/Huge.zip`
        """)
    #expect(try forge.server.requests().isEmpty)
    try forge.expectNothingReleased()
  }

  @Test("files that are empty, have one name, or a name that the forge would change")
  func files() throws {
    for (setup, assets, errors) in [
      (
        ": > dist/Empty.zip", "[dist/*]",
        """
        error: the file `dist/Empty.zip` is empty, expected something to upload
          --> Releasefile:11:9
        hint: build it again
        """
      ),
      (
        "mkdir build && cp dist/App.zip build", "[dist/*, build/*]",
        """
        error: `dist/App.zip` and `build/App.zip` would both be the asset `App.zip`
          --> Releasefile:11:9
        hint: give one of the files another name
        """
      ),
      (
        "mv dist/App.zip 'dist/My App.zip'", "[dist/*]",
        """
        error: GitHub would not keep the asset name `My App.zip`: it allows no `U+20`
          --> Releasefile:11:9
        hint: rename the file `dist/My App.zip`
        """
      ),
      (
        "rm dist/App.zip", "[dist/App.zip]",
        """
        error: no file `dist/App.zip`, expected one that exists or that an earlier step makes
          --> Releasefile:11:9
        hint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`
        """
      ),
    ] {
      let forge = try ForgeProject(
        .github, steps: ForgeProject.stepsWithOneAsset.replacing("[dist/App.zip]", with: assets))
      try forge.project.shell(setup)
      try forge.expect("run", "release", "--yes", status: 1, output: "", errors: errors)
      #expect(try forge.server.requests().isEmpty)
      try forge.expectNothingReleased()
    }
  }
}
