import Foundation
import TestSupport
import Testing

@Suite("A file that cannot be written as planned")
struct A06FileTests {
  private let project: StrangeProject

  /// The project with a second manifest of 4 KiB.
  init() throws {
    project = try StrangeProject()
    try project.shell(
      """
      (head -c 4000 /dev/zero | tr '\\0' '#'; printf '\\nv 1.4.2\\n') > LONG
      sed -i.orig 's/  - plain: VERSION/  - plain: VERSION\\\n  - {text: LONG, pattern: "v ${version}"}/' Releasefile
      rm *.orig; git add .; git commit -q -m Long
      """)
  }

  @Test("stops the run if it is too long, and leaves nothing behind")
  func tooLong() throws {
    let before = try project.snapshot()
    let outcome = try project.martlet(["run", "local"], by: ["sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\""])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.replacing(/\d{8}-\d{6}-[0-9a-f]{4}/, with: "$RUN") == """
        error: cannot write `$ROOT/work/.git/martlet/runs/$RUN/journal.jsonl`: file too large
        """)
    #expect(try project.snapshot().differences(from: before) == [])
  }

  /// Runs as a user with limited permissions: root may write everywhere.
  private static let launcher =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  @Test(
    "is detected before the first change if it is not writable",
    .enabled(
      if: launcher.isEmpty || ReferenceProgram("setpriv") != nil, "root may write everything, and there is no `setpriv`"
    ),
    arguments: [
      (
        "chmod 444 VERSION", "`VERSION` is read-only (mode 0444), expected to be writable",
        "make it writable with `chmod u+w 'VERSION'`"
      ),
      ("chmod 555 .", "cannot write `$ROOT/work`: permission denied", nil),
      ("chmod 555 .git", "cannot lock `$ROOT/work/.git/martlet`: permission denied", nil),
      (
        "chmod 555 .git/objects", "the folder `$ROOT/work/.git/objects` is not writable for this user",
        "make it writable with `chmod u+rwx '$ROOT/work/.git/objects'`"
      ),
      (
        "chmod 555 .git/refs/tags", "the folder `$ROOT/work/.git/refs/tags` is not writable for this user",
        "make it writable with `chmod u+rwx '$ROOT/work/.git/refs/tags'`"
      ),
    ] as [(String, String, String?)])
  func notWritable(setup: String, message: String, hint: String?) throws {
    if !Self.launcher.isEmpty { try project.shell("chown -R 65534:65534 ..") }
    try project.shell(setup)
    let before = try project.snapshot()
    let outcome = try project.martlet(["run", "local"], by: Self.launcher)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "error: \(message)\(hint.map { "\nhint: \($0)" } ?? "")")
    #expect(try project.snapshot().differences(from: before) == [])
    #expect(try project.martlet(["version"], by: Self.launcher).output == "1.4.2")
    #expect(try project.martlet(["plan", "local"], by: Self.launcher).status == 0)
    try project.shell("chmod -R u+w . .git")
  }

  @Test("is the target of a link inside the repository, and the link stays")
  func linkInside() throws {
    try project.shell("mkdir real; git mv VERSION real/V; ln -s real/V VERSION; git add .; git commit -q -m Link")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.shell("readlink VERSION; cat real/V") == "real/V\n1.5.0")
    #expect(try project.git("diff", "--name-only", "HEAD~", "HEAD") == "LONG\nreal/V")
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test(
    "is refused if it is not a regular file of the repository, without blocking",
    arguments: [
      ("mv VERSION ..; ln -s ../VERSION VERSION", "`VERSION` is a link that leads out of the repository"),
      (
        "mkdir ../out; mv VERSION ../out; ln -s ../out out; sed -i.orig 's|plain: VERSION|plain: out/VERSION|' Releasefile",
        "`out/VERSION` is a link that leads out of the repository"
      ),
      ("rm VERSION; ln -s nowhere VERSION", "`VERSION` is a broken symbolic link, expected a regular file"),
      ("rm VERSION; ln -s VERSION VERSION", "cannot read `VERSION`: too many levels of symbolic links"),
      ("rm VERSION; mkdir VERSION", "`VERSION` is not a regular file"),
      ("rm VERSION; mkfifo VERSION", "`VERSION` is not a regular file"),
      ("rm VERSION; ln -s /dev/zero VERSION", "`VERSION` is a link that leads out of the repository"),
    ])
  func noFile(setup: String, message: String) throws {
    try project.shell(setup)
    try project.expectRefusal("bump", "minor", says: "error: \(message)")
  }

  @Test("is refused if it is a Releasefile that is not a regular file")
  func noReleasefile() throws {
    try project.shell("rm Releasefile; mkfifo Releasefile")
    try project.expectRefusal("check", status: 78, says: "error: `Releasefile` is not a regular file")
    try project.expectRefusal(
      "--file", "Releasefile", "check", status: 78, says: "error: cannot read `Releasefile`: it is not a regular file")
  }

  @Test("keeps its mode, owner and extended attributes", arguments: ["600", "755", "4750", "664"])
  func attributes(mode: String) throws {
    try project.shell(geteuid() == 0 ? "chown 1234:2345 VERSION" : "true")
    let hasAttributes =
      try project.shell(
        """
        chmod \(mode) VERSION
        python3 -c 'import os; os.setxattr("VERSION", "user.martlet", b"kept")' 2> /dev/null && echo yes || echo no
        """) == "yes"
    let before = try project.shell("ls -ln VERSION | cut -d ' ' -f 1-4")
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(project.read("VERSION") == "1.5.0\n")
    #expect(try project.shell("ls -ln VERSION | cut -d ' ' -f 1-4") == before)
    if hasAttributes {
      #expect(
        try project.shell("python3 -c 'import os; print(os.getxattr(\"VERSION\", \"user.martlet\").decode())'")
          == "kept")
    }
  }

  @Test("stays if a user changes it between plan and write, and the rest is undone")
  func changedMeanwhile() throws {
    try project.shell(
      """
      echo old > NOTES
      sed -i.orig 's/local:/edit: {steps: [{replace: {file: NOTES, find: old, with: new}}, commit: Notes, bump: minor]}\\\n  local:/' Releasefile
      rm *.orig; git add .; git commit -q -m Notes
      printf '#!/bin/sh\\necho 1.4.9 > VERSION\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
      """)
    let head = try project.git("rev-parse", "HEAD")
    let outcome = try project.martlet("run", "edit")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: `VERSION` has changed since the plan was made\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing is public, and everything was undone"))
    #expect(project.read("VERSION") == "1.4.9\n")
    #expect(project.read("NOTES") == "old\n")
    #expect(try project.git("rev-parse", "HEAD") == head)
    #expect(try project.git("status", "--porcelain") == " M VERSION")
  }
}
