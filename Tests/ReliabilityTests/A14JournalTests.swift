import TestSupport
import Testing

@Suite("A damaged journal")
struct A14JournalTests {
  /// A kind of damage to the journal of a run that was killed in its commit.
  private static let damages = [
    "printf '{\"seq\": 99, \"torn' >> $J", "printf 'noise\\n' >> $J", "head -c $(($(wc -c < $J) - 1)) $J > x; mv x $J",
    "head -c $(($(wc -c < $J) - 40)) $J > x; mv x $J",
    "sed -i.orig '$d' $J",
    "printf '\\000' | dd of=$J bs=1 seek=$(($(wc -c < $J) - 9)) conv=notrunc 2> /dev/null",
    "head -c 300 /dev/zero >> $J", "cat $J $J > x; mv x $J",
  ]

  private func killed(then damage: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      """
      printf '#!/bin/sh\\n[ -e ../killed ] || { touch ../killed; kill -9 $(ps -o ppid= -p $PPID) $PPID; exit 1; }\\n' > .git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("J=$(echo .git/martlet/runs/*/journal.jsonl); \(damage)")
    return project
  }

  @Test("is detected, and the run is finished from the state of files, git and the remote", arguments: damages)
  func resumed(damage: String) throws {
    let twin = try StrangeProject()
    try twin.expectRelease(["run", "release", "--yes"])
    let project = try killed(then: damage)
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("for-each-ref") == twin.git("for-each-ref"))
    #expect(try project.git("ls-remote", "origin") == twin.git("ls-remote", "origin"))
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test("is detected, and the run is undone", arguments: damages)
  func undone(damage: String) throws {
    let project = try killed(then: damage)
    let outcome = try project.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(
      try project.git("for-each-ref", "refs/heads", "refs/tags")
        == StrangeProject().git("for-each-ref", "refs/heads", "refs/tags"))
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test(
    "without a plan is never guessed: the message names the copies of the original files",
    arguments: [
      "head -c 900 $J > x; mv x $J", "sed -i.orig '2d' $J", "sed -i.orig '2s/VERSION/VERSIOM/' $J", "echo '?' > $J",
    ])
  func unreadable(damage: String) throws {
    let project = try killed(then: "\(damage); rm -f $J.orig")
    let before = try project.snapshot()
    for words in [["finish", "--yes"], ["undo", "--yes"], ["run", "release", "--yes"], ["status"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      let run = try #require(outcome.errors.firstMatch(of: /run (\S+)/)).output.1
      let folder = "$ROOT/work/.git/martlet/runs/\(run)"
      #expect(
        outcome.errors == """
          error: the journal of run \(run) is damaged, and its plan cannot be read
          restore `VERSION`: cp \(folder)/before/1.file VERSION
          hint: see what the run changed with `git status`, restore files from `\(folder)/before`, then move `\(folder)` away
          """)
    }
    #expect(try project.snapshot().differences(from: before) == [])
    #expect(try project.shell("cat .git/martlet/runs/*/before/1.file") == "1.4.2")
  }

  @Test("from a newer version is refused, and nothing is changed")
  func newer() throws {
    let project = try killed(then: "true")
    try project.shell(
      "J=$(echo .git/martlet/runs/*/journal.jsonl); sed -i.orig 's/\"format\":1/\"format\":99/' $J; rm .git/martlet/runs/*/*.orig"
    )
    let before = try project.snapshot()
    for words in [["finish", "--yes"], ["undo", "--yes"], ["run", "release", "--yes"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error: the journal of run "), "\(outcome.errors)")
    }
    #expect(try project.snapshot().differences(from: before) == [])
  }
}
