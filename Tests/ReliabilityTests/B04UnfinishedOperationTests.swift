import Testing

@Suite("An unfinished git command")
struct B04UnfinishedOperationTests {
  /// The command, its beginning, and its end.
  private static let operations = [
    ("merge", "git merge side", "git merge --abort"), ("rebase", "git rebase side", "git rebase --abort"),
    ("cherry-pick", "git cherry-pick side", "git cherry-pick --abort"),
    ("revert", "echo 7 > f; git commit -q -a -m more; git revert HEAD~", "git revert --abort"),
    ("am", "git format-patch -q -o ../patches -1 side; git am ../patches/0001*", "git am --abort"),
    ("bisect", "git bisect start HEAD 1.4.2", "git bisect reset"),
  ]

  @Test("blocks commits, tags and pushes", arguments: operations)
  func refused(name: String, begin: String, end: String) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      git switch -q -c side; echo 9 > f; git add f; git commit -q -m s
      git switch -q main; echo 8 > f; git add f; git commit -q -m m; git push -q
      (\(begin)) > /dev/null 2>&1 || true
      """)
    let hint = name == "bisect" ? "end it with `\(end)`" : "finish it, or end it with `\(end)`"
    for (lane, place) in [
      ("release", " --> Releasefile:6:21"), ("local", " --> Releasefile:8:26"), ("mark", "  --> Releasefile:10:13"),
    ] {
      try project.expectRefusal(
        "run", lane, "--yes",
        says: """
          error: a `git \(name)` is in progress, expected none
          \(place)
          hint: \(hint)
          """)
    }
    try project.shell("\(end) > /dev/null 2>&1")
    try project.expectRelease()
  }

  @Test("does not block reading, and bumps without a commit", arguments: operations)
  func read(name: String, begin: String, end: String) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      git switch -q -c side; echo 9 > f; git add f; git commit -q -m s
      git switch -q main; echo 8 > f; git add f; git commit -q -m m
      (\(begin)) > /dev/null 2>&1 || true
      """)
    #expect(try project.martlet("version").output == "1.4.2")
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(project.read("VERSION") == "1.5.0\n")
  }
}
