import TestSupport
import Testing

@Suite("Assets that are built elsewhere", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct SuppliedArtifactTests {
  private static let steps = ForgeProject.steps.replacing("[dist/*]", with: "[dist/App.zip, Notes.txt, out/T*.zip]")

  /// A project that has one of its three assets; the other two are in a folder outside.
  private func project(_ steps: String = steps) throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: steps)
    try forge.project.shell("mkdir ../built && mv dist/Notes.txt dist/Tool.zip ../built")
    return forge
  }

  /// Runs the lane until its commit, before it has copied the files.
  private func killAtCommit(_ forge: ForgeProject) throws {
    try forge.project.shell(
      """
      mkdir -p .git/hooks
      printf '#!/bin/sh\nrm "$0"\nkill -9 $(ps -o ppid= -p $PPID) $PPID\n' > .git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      """)
    #expect(try forge.martlet("run", "release", "--yes", "--artifacts", "../built").status == 137)
  }

  /// Puts the files back to where `problemsOfRelease` reads them.
  private func problems(of forge: ForgeProject) throws -> [String] {
    try forge.project.shell("cp -n ../built/* dist")
    return try forge.problemsOfRelease()
  }

  @Test("the plan pins them, the run uploads them, and the folder is only read")
  func release() throws {
    let forge = try project()
    try forge.project.shell("touch ../before")
    let plan = try forge.project.martlet("plan", "release", "--artifacts", "../built")
    #expect(plan.output.contains("keep     ../built/Tool.zip"), "\(plan.output)\(plan.errors)")
    let run = try forge.martlet("run", "release", "--yes", "--artifacts", "../built")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix(plan.output))
    #expect(try forge.project.shell("ls -A ../built; find ../built -newer ../before") == "Notes.txt\nTool.zip")
    #expect(try problems(of: forge) == [])
  }

  @Test("a resumed run uploads the kept copies when the folder is gone")
  func resume() throws {
    let forge = try project()
    try forge.add(#""kind": "kill", "path": "uploads""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes", "--artifacts", "../built").status == 137)
    try forge.project.shell("mv ../built ../moved")
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try forge.project.shell("mv ../moved ../built")
    #expect(try problems(of: forge) == [])
  }

  @Test("a file that a command changes after the plan stops the run, which names it")
  func changed() throws {
    let forge = try project(
      Self.steps.replacing("- tag\n", with: "- tag\n- run: {shell: echo other > ../built/Tool.zip}\n"))
    try forge.expect(
      "run", "release", "--yes", "--artifacts", "../built", status: 1,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        run echo other > ../built/Tool.zip …
        keep dist/App.zip …
        keep ../built/Notes.txt …
        keep ../built/Tool.zip …
        error: `$ROOT/built/Tool.zip` has changed since the plan was made
        stopped at entry 7, publish_release; nothing is public, and everything was undone
        hint: run the command again for a new plan
        """)
    #expect(try forge.releases().isEmpty)
    #expect(forge.project.read("VERSION") == "1.4.2\n")
  }

  @Test("a file that changes before the run is resumed stops it, which names it")
  func changedBeforeResume() throws {
    let forge = try project()
    try killAtCommit(forge)
    try forge.project.shell("echo other > ../built/Tool.zip")
    let outcome = try forge.martlet("finish", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `$ROOT/built/Tool.zip` has changed since the plan was made
        stopped at entry 6, publish_release; nothing is public, and everything was undone
        hint: run the command again for a new plan
        """), "\(outcome.errors)")
    #expect(try forge.releases().isEmpty)
    #expect(forge.project.read("VERSION") == "1.4.2\n")
  }

  @Test("a resumed run finds them in the folder that it names, which may be another one")
  func otherFolder() throws {
    let forge = try project(
      Self.steps.replacing("notes: What is new.", with: "notes: What is new., draft_first: false"))
    try killAtCommit(forge)
    try forge.project.shell("mv ../built ../moved")
    let outcome = try forge.martlet("finish", "--yes", "--artifacts", "../moved")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try forge.project.shell("mv ../moved ../built")
    #expect(try problems(of: forge) == [])
  }

  @Test("a missing file is an error with its place, and the hint names the option")
  func missing() throws {
    let forge = try project()
    try forge.expect(
      "run", "release", "--yes", status: 1, output: "",
      errors: """
        error: no file `Notes.txt`, expected one that exists or that an earlier step makes
          --> Releasefile:11:9
        hint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`
        """)
    try forge.project.shell("rm ../built/Notes.txt")
    try forge.expect(
      "run", "release", "--yes", "--artifacts", "../built", status: 1, output: "",
      errors: """
        error: no file `Notes.txt`, and none of that name in `$ROOT/built`
          --> Releasefile:11:9
        hint: put the file into the folder of `--artifacts`, or correct the path in the Releasefile
        """)
    try forge.expect(
      "run", "release", "--yes", "--artifacts", "../nowhere", status: 64, output: "",
      errors: """
        error: cannot read the folder `../nowhere` of `--artifacts`: no such file or directory
        hint: name the folder with the built files
        """)
  }

  @Test(
    "`checksums` and a step without `assets` take every file of the folder, also with a command between them",
    arguments: ["", "- run: [\"true\"]\n"])
  func checksums(command: String) throws {
    let forge = try project(
      "- bump: minor\n- commit\n- tag\n- checksums\n\(command)- push\n- publish_release: {notes: New.}"
    )
    try forge.project.shell("mv dist/App.zip ../built")
    let plan = try forge.project.martlet("plan", "release", "--artifacts", "../built")
    #expect(plan.output.contains("upload   SHA256SUMS"), "\(plan.output)\(plan.errors)")
    let run = try forge.martlet("run", "release", "--yes", "--artifacts", "../built")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try forge.releases().map { $0.assetNames.sorted() } == [["App.zip", "Notes.txt", "SHA256SUMS", "Tool.zip"]])
  }

  @Test("a step without `assets` uploads every file of the folder")
  func all() throws {
    let forge = try project(ForgeProject.steps.replacing("assets: [dist/*], ", with: ""))
    try forge.project.shell("mv dist/App.zip ../built")
    let run = try forge.martlet("run", "release", "--yes", "--artifacts", "../built")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try problems(of: forge) == [])
  }
}
