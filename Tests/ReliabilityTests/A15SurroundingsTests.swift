import Foundation
import TestSupport
import Testing

@Suite("The environment of the program")
struct A15SurroundingsTests {
  @Test(
    "refuses a run if its folder cannot be created, and still allows reading",
    arguments: [
      ("touch .git/martlet", "cannot lock `$ROOT/work/.git/martlet/lock`: not a directory"),
      ("mkdir -p .git/martlet/lock", "cannot lock `$ROOT/work/.git/martlet/lock`: is a directory"),
    ])
  func lockFolder(setup: String, message: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    try project.expectRefusal("run", "local", says: "error: \(message)")
    #expect(try project.martlet("version").output == "1.4.2")
    #expect(try project.martlet("plan", "local").status == 0)
  }

  @Test(
    "needs no home, no temporary folder, no locale and no user name for a release",
    arguments: [["HOME"], ["TMPDIR"], ["HOME", "TMPDIR", "LC_ALL", "TZ"]])
  func without(names: [String]) throws {
    let project = try StrangeProject()
    let environment = project.environment
    for name in names { project.environment[name] = nil }
    if names.contains("TMPDIR") { project.environment["TMPDIR"] = "/nowhere" }
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == 0, "\(outcome.errors)")
    project.environment = environment
    #expect(try project.git("log", "-1", "--format=%s %D") == "Version 1.5.0 HEAD -> main, tag: 1.5.0")
  }

  @Test("may lack a current folder, which is reported, and `-C` helps")
  func goneFolder() throws {
    let project = try StrangeProject()
    let script = "mkdir ../gone; cd ../gone; rmdir ../gone; exec \"$0\" \"$@\""
    let outcome = try project.martlet(["version"], by: ["sh", "-c", script])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == """
        error: the current folder no longer exists, or its path is too long
        hint: change to an existing folder, or name one with `-C DIR`
        """)
    #expect(try project.martlet(["-C", project.folder, "version"], by: ["sh", "-c", script]).output == "1.4.2")
  }

  @Test(
    "may contain folders and files of any name",
    arguments: [
      "new\nline", "a:b", "🚀 emoji", "e\u{301}", "-dash", " lead", "q\"uote", "s'q", "$(id)", "back\\slash", "*",
      "tab\t",
      "a`touch canary`", "\u{1B}[2J",
    ])
  func names(name: String) throws {
    let project = try StrangeProject()
    project.environment["NAME"] = name
    try project.shell(
      """
      cp -R . "../$NAME"; cd "../$NAME"; mkdir sub; echo 'MARKETING_VERSION = 1.4.2' > "sub/$NAME.xcconfig"
      printf 'lanes: {local: {steps: [bump: minor, commit, tag]}}\\n' > Releasefile; git add .; git commit -q -m x
      """)
    project.place = name
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(project.read("sub/\(name).xcconfig") == "MARKETING_VERSION = 1.5.0\n")
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.shell("find .. -name canary") == "")
  }

  @Test("may limit open files: a run then is complete or changes nothing", arguments: [5, 6, 7, 8, 9, 10, 12, 16, 24])
  func fewFiles(limit: Int) throws {
    let project = try StrangeProject()
    let references = try project.git("for-each-ref")
    let outcome = try project.martlet(["run", "local"], by: ["sh", "-c", "ulimit -n \(limit); exec \"$0\" \"$@\""])
    if outcome.status == 0 {
      #expect(try project.git("log", "-1", "--format=%s %D") == "Version 1.5.0 HEAD -> main, tag: 1.5.0")
      #expect(try project.git("status", "--porcelain") == "")
    } else {
      #expect(try project.git("for-each-ref") == references)
      #expect(project.read("VERSION") == "1.4.2\n")
    }
    #expect(try project.shell("find . -name '*.lock' -o -name '.martlet-*'") == "")
    #expect(try project.git("fsck", "--no-dangling") == "")
  }
}
