import Foundation
import TestSupport
import Testing

@Suite("Releases that only another branch has")
struct B19ReleasesElsewhereTests {
  private let project: StrangeProject

  /// A project whose releases 1.4.2 and 2.3.0 were made on a branch that left `main`, and whose `main` has nothing but 1.0.0.
  init() throws {
    project = try StrangeProject()
    try project.shell(
      """
      cat > Releasefile <<'END'
      project: Cool
      version: {source: tag}
      lanes:
        release: {steps: [bump: minor, tag, push]}
        fixed: {steps: [bump: 2.4.0, tag, push]}
        lower: {steps: [bump: {to: minor, allow_lower: true}, tag, push]}
      END
      git tag -d 1.4.2 > /dev/null; git push -q origin --delete 1.4.2
      git rm -q VERSION; git add Releasefile; git commit -q -m Tags; git tag 1.0.0
      git commit -q --allow-empty -m 'feat: a'; git switch -q -c releases
      git commit -q --allow-empty -m 'Version 2.3.0'; git tag 2.3.0; git switch -q main
      git commit -q --allow-empty -m 'feat: b'; git push -q origin main releases 1.0.0 2.3.0; git remote set-head origin main
      """)
  }

  @Test("stop a lower version on the main branch, before the first command")
  func lower() throws {
    try project.expectRefusal(
      "run", "release", "--yes", status: 1,
      says: """
        error: `1.1.0` does not come after `2.3.0`: another branch has the tag `2.3.0`, which HEAD does not contain
         --> Releasefile:4:21
        hint: choose a version after `2.3.0`; to set this one anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
        """)
    #expect(try project.martlet("plan", "fixed").status == 0)
    #expect(try project.martlet("plan", "lower").status == 0)
  }

  @Test("do not stop a branch that continues an older line, nor a clone that does not know the main branch")
  func maintenance() throws {
    try project.shell("git switch -q -c 1.x 1.0.0; git commit -q --allow-empty -m 'fix: c'; git push -q -u origin 1.x")
    #expect(try project.martlet("plan", "release").status == 0)
    // Also where its fixes were merged forward.
    try project.shell("git switch -q main; git merge -q -m Forward 1.x; git push -q; git switch -q 1.x")
    #expect(try project.martlet("plan", "release").status == 0)
    try project.shell("git switch -q main; git remote set-head -d origin")
    #expect(try project.martlet("plan", "release").status == 0)
  }

  @Test("begin the notes where the files have the version of a release that was not merged back")
  func notMergedBack() throws {
    try project.shell(
      """
      printf '2.3.0\n' > VERSION; git add VERSION; git commit -q -m 'chore: set the version of the release'
      git commit -q --allow-empty -m 'feat: c'
      sed -i.bak -e '/^version/d' -e 's/bump: minor, tag/bump: auto, commit, tag/' Releasefile; rm Releasefile.bak
      git commit -qam 'chore: read the version from the file'; git push -q
      """)
    let plan = try project.martlet("plan", "release")
    #expect(plan.output.contains("2.3.0 → 2.4.0"))
    #expect(plan.output.contains("minor, of 4 commits since 2.3.0, because of\n"), "\(plan.output)")
  }

  @Test("are named where HEAD contains no release")
  func none() throws {
    try project.shell("git push -q origin --delete 1.0.0; git tag -d 1.0.0")
    let outcome = try project.martlet("version")
    #expect(
      outcome.errors == """
        error: neither a file nor a tag that HEAD contains has a version, but another branch has the tag `2.3.0`
        hint: check out the branch that the releases are made from, or set the next version with `martlet bump VERSION`
        """)
    #expect(
      try project.martlet("check").output.contains(
        "ok  HEAD contains no release, but another branch has the tag `2.3.0`"))
  }
}
