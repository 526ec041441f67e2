import TestSupport
import Testing

/// The record of a run that has made nothing public, so that another clone removes the run instead of finishing it.
@Suite("The claim of a run")
struct ClaimTests {
  /// A run that was killed with a draft, before its push, and another clone, `clone`.
  private func killedWithDraft() throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: ForgeProject.stepsWithOneAsset)
    try forge.add(#""kind": "kill", "after": true"#, after: 3)
    var position = 3
    while try forge.releases().isEmpty {
      #expect(try forge.martlet("run", "release", "--yes").status == 137)
      guard try forge.releases().isEmpty else { break }
      #expect(try forge.martlet("undo", "--yes").status == 0)
      position += 1
      try #require(position < 20)
      try forge.add(#""kind": "kill", "after": true"#, after: position)
    }
    #expect(try forge.releases().map(\.isDraft) == [true])
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone; cp -r dist ../clone")
    return forge
  }

  @Test(
    "of a run that has made only a draft is removed with the draft: by `undo`, or by the next run",
    arguments: ["undo", "run"])
  func claim(command: String) throws {
    let forge = try killedWithDraft()
    forge.project.place = "clone"
    let status = try forge.martlet("status").output
    #expect(status.contains("nothing is public yet") || status.contains("unknown"), "\(status)")
    let outcome = command == "undo" ? try forge.martlet("undo", "--yes") : try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.releases().map(\.isDraft) == (command == "undo" ? [] : [false]))
    #expect(try forge.project.openRecords() == "")
  }

  @Test(
    "of a run that another clone has removed undoes the run where it was killed: no commit and no tag stays",
    arguments: ["finish", "undo", "run"])
  func removedElsewhere(command: String) throws {
    let forge = try killedWithDraft()
    #expect(try forge.project.git("log", "-1", "--format=%s") == "Version 1.5.0")
    forge.project.place = "clone"
    // Otherwise the other run would make the same commit and the same tag.
    try forge.project.shell("git commit -q --allow-empty -m Other && git push -q")
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    forge.project.place = "work"
    #expect(try forge.project.martlet("status").output.contains("\n  martlet finish       end it here"))
    let outcome = try command == "run" ? forge.martlet("run", "release", "--yes") : forge.martlet(command, "--yes")
    // A new run finds the release of the other clone.
    #expect((outcome.status != 0) == (command == "run"), "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.errors.contains(" was undone in another clone, and its changes here were undone, too"),
      "\(outcome.errors)")
    #expect(try forge.project.git("log", "-1", "--format=%s") != "Version 1.5.0")
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "")
    try forge.project.git("pull", "-q")
    let verified = try forge.martlet("verify")
    #expect(verified.lacksOnlyStatement, "\(verified.errors)")
  }
}
