import Foundation
import Testing

@Suite("A lock of git")
struct B01LockTests {
  @Test(
    "is reported with its age if it stays, and never removed",
    arguments: [
      ("index", 1, "[0-9]+ s"), ("HEAD", 10_900, "3 h"), ("refs/heads/main", 440_000, "5 d"),
      ("refs/tags/1.5.0", 1210, "20 min"),
    ])
  func held(name: String, age: Double, shown: String) throws {
    let project = try StrangeProject()
    try project.write(".git/\(name).lock", "")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: "\(project.folder)/.git/\(name).lock")
    let before = try project.snapshot()
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == 1)
    let pattern = try Regex(
      """
      error: another git command holds the lock `\\$ROOT/work/\\.git/\(name)\\.lock`, which is \
      \(shown) old
      hint: wait for the other command; if none is running, remove the lock with \
      `rm '\\$ROOT/work/\\.git/\(name)\\.lock'`
      """)
    #expect(outcome.errors.wholeMatch(of: pattern) != nil, "\(outcome.errors)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("is not needed for reading", arguments: [["version"], ["check"], ["plan", "local"]])
  func reading(words: [String]) throws {
    let project = try StrangeProject()
    try project.shell("touch .git/index.lock .git/HEAD.lock .git/packed-refs.lock .git/config.lock")
    #expect(try project.martlet(words).status == 0)
  }
}
