import TestSupport
import Testing

@Suite("A wrong clock", .enabled(if: ReferenceProgram("faketime") != nil, "there is no `faketime`"))
struct B15ClockTests {
  private let project: StrangeProject

  init() throws {
    project = try StrangeProject()
    for name in ["SOURCE_DATE_EPOCH", "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] { project.environment[name] = nil }
  }

  @Test(
    "produces valid objects with its time, and the right next version",
    arguments: [
      ("1970-01-02 00:00:00", 86_400), ("2038-01-19 03:14:08", 2_147_483_648), ("2100-06-01 00:00:00", 4_115_491_200),
    ])
  func far(time: String, seconds: Int) throws {
    let outcome = try project.martlet(["run", "local"], by: ["faketime", "-f", time])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("log", "-1", "--format=%at %ct %s") == "\(seconds) \(seconds) Version 1.5.0")
    #expect(try project.git("for-each-ref", "--format=%(taggerdate:raw)", "refs/tags/1.5.0") == "\(seconds) +0000")
    #expect(try project.git("fsck", "--strict", "--no-dangling") == "")
    try project.git("commit", "--quiet", "--allow-empty", "-m", "feat: Follow")
    #expect(try project.martlet(["run", "local"]).status == 0)
    #expect(try project.git("describe") == "1.6.0")
  }

  @Test(
    "uses git's time zone",
    arguments: ["Pacific/Kiritimati", "Asia/Kathmandu", "America/St_Johns", "ABC-14:30", "Nowhere/At-All", "+14"])
  func zone(name: String) throws {
    project.environment["TZ"] = name
    try project.git("commit", "--quiet", "--allow-empty", "-m", "Judge")
    let zone = try project.git("log", "-1", "--format=%ad", "--date=format:%z")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("log", "-1", "--format=%ad", "--date=format:%z") == zone)
  }
}

@Suite("A commit date in the future")
struct B15DateTests {
  @Test("can be followed by a commit of today")
  func future() throws {
    let project = try StrangeProject()
    try project.shell("GIT_COMMITTER_DATE='@4000000000 +0000' git commit -q --allow-empty -m Future")
    try project.expectRelease()
    #expect(try project.martlet("version").output == "1.5.0")
  }
}
