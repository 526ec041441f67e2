extension ConventionalCase {
  /// Breaking changes, footers, and messages from real histories.
  static let messages: [ConventionalCase] = [
    ConventionalCase("fix: do it\n\nBREAKING CHANGE: all of it", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING-CHANGE: all of it", "fix", breaking: true, says: "do it"),
    // It does not support rule 8's second separator.
    ConventionalCase(
      "fix: do it\n\nBREAKING CHANGE #12", "fix", breaking: true, says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("fix: do it\n\nbreaking change: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBreaking Change: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nbreaking-change: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBreaking-Change: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING CHANGES: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING_CHANGE: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING  CHANGE: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING: all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING CHANGE:\nall of it", "fix", breaking: true, says: "do it"),
    // It requires the text of the change in the same paragraph.
    ConventionalCase(
      "fix: do it\n\nBREAKING CHANGE:\n\nall of it", "fix", breaking: true, says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("fix: do it\n\nBREAKING CHANGE:all of it", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING CHANGE all of it", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING CHANGE", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nThis is no BREAKING CHANGE: not at all", "fix", says: "do it"),
    // It reads an indented line as a footer.
    ConventionalCase("fix: do it\n\n  BREAKING CHANGE: indented", "fix", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("fix: do it\n\n* BREAKING CHANGE: in a list", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\n**BREAKING CHANGE**: bold", "fix", says: "do it"),
    // They miss it: the empty line before it is missing, too.
    ConventionalCase(
      "fix: do it\nBREAKING CHANGE: without an empty line", "fix", breaking: true, says: "do it",
      unlike: [.gitCliff, .semanticRelease]),
    // They miss it: the empty line before it is missing, too.
    ConventionalCase(
      "fix: do it\n\nbody\nBREAKING CHANGE: without an empty line", "fix", breaking: true, says: "do it",
      unlike: [.gitCliff, .semanticRelease]),
    ConventionalCase(
      "fix: do it\n\nbody\n\nBREAKING CHANGE: all of it\nand more\n\nand more", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix: do it\n\nBREAKING CHANGE: all of it\nReviewed-by: Z", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix: do it\n\nReviewed-by: Z\nBREAKING CHANGE: all of it", "fix", breaking: true, says: "do it"),
    ConventionalCase(
      "fix: do it\n\nReviewed-by: Z\n\nBREAKING CHANGE: all of it", "fix", breaking: true, says: "do it"),
    ConventionalCase(
      "fix: do it\n\nBREAKING CHANGE: one\n\nBREAKING CHANGE: two", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix!: do it\n\nBREAKING CHANGE: one", "fix", breaking: true, says: "do it"),
    ConventionalCase(
      "fix: do it\n\nbody\n\nNote: this is text\n\nBREAKING CHANGE: all", "fix", breaking: true, says: "do it"),
    // It searches the words everywhere.
    ConventionalCase(
      "fix: BREAKING CHANGE: in the header", "fix", says: "BREAKING CHANGE: in the header", unlike: [.semanticRelease]),
    ConventionalCase("BREAKING CHANGE: as a type"),
    // It compares types with case, against rule 15.
    ConventionalCase("BREAKING-CHANGE: as a type", "breaking-change", says: "as a type", unlike: [.semanticRelease]),
    ConventionalCase("Do it\n\nBREAKING CHANGE: but say it"),
    ConventionalCase("fix: do it\n\nRefs #133", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nCloses: #1, #2", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nCo-authored-by: A <a@example.com>", "fix", says: "do it"),
    ConventionalCase(
      "fix: do it\n\nSigned-off-by: A <a@example.com>\nSigned-off-by: B <b@example.com>", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nRelease-As: 2.0.0", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nbody: not a footer at all\nmore", "fix", says: "do it"),
    // It requires the empty line before a body, and drops the commit without it.
    ConventionalCase("fix: do it\nsecond line of the header", "fix", says: "do it", unlike: [.gitCliff]),
    ConventionalCase("fix: do it\n\n\n\nbody after empty lines", "fix", says: "do it"),
    ConventionalCase("fix: do it\n\nhttps://example.com/a: b", "fix", says: "do it"),
    ConventionalCase(
      "fix: do it\n\n(cherry picked from commit 1234567890123456789012345678901234567890)", "fix", says: "do it"),
    // It removes the number from the description.
    ConventionalCase("feat: add it (#12)", "feat", says: "add it (#12)", unlike: [.semanticRelease]),
    // It removes the number from the description.
    ConventionalCase(
      "feat(ui): add it (#12)\n\n* feat: one\n\n* fix: two\n\n---------\n\nCo-authored-by: B <b@example.com>", "feat",
      scope: "ui", says: "add it (#12)", unlike: [.semanticRelease]),
    ConventionalCase("feat: add it\n\n* feat!: one", "feat", says: "add it"),
    ConventionalCase("feat: add it\n\nSee merge request group/project!12", "feat", says: "add it"),
    // They do not read the title of the pull request, which GitHub writes below.
    ConventionalCase(
      "Merge pull request #12 from owner/branch\n\nfeat: add it", "feat", says: "add it (#12)",
      unlike: [.gitCliff, .semanticRelease]),
    ConventionalCase("Merge branch 'main' into next"),
    ConventionalCase("Merge branch 'feat: x' into next"),
    ConventionalCase("Merge remote-tracking branch 'origin/main'"),
    // It compares types with case, against rule 15.
    ConventionalCase("Merge: do it", "merge", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("Merged in feature/x (pull request #12)\n\nfeat: add it"),
    ConventionalCase("Revert \"feat: add it\"\n\nThis reverts commit 1234567890123456789012345678901234567890."),
    ConventionalCase("Reapply \"feat: add it\"\n\nThis reverts commit 1234567890123456789012345678901234567890."),
    ConventionalCase("revert: feat: add it\n\nThis reverts commit 1234567.", "revert", says: "feat: add it"),
    ConventionalCase("revert(api): add it", "revert", scope: "api", says: "add it"),
    // It compares types with case, against rule 15.
    ConventionalCase("Revert: add it", "revert", says: "add it", unlike: [.semanticRelease]),
    ConventionalCase("fixup! feat: add it"),
    ConventionalCase("squash! feat: add it"),
    ConventionalCase("amend! feat: add it"),
    ConventionalCase(
      "chore(deps): bump a from 1.2.3 to 1.2.4", "chore", scope: "deps", says: "bump a from 1.2.3 to 1.2.4"),
    // It removes the number from the description.
    ConventionalCase(
      "chore(deps-dev): bump the group with 2 updates (#345)", "chore", scope: "deps-dev",
      says: "bump the group with 2 updates (#345)", unlike: [.semanticRelease]),
    ConventionalCase(
      "build(deps): Bump actions/checkout from 4 to 5 in /.github", "build", scope: "deps",
      says: "Bump actions/checkout from 4 to 5 in /.github"),
    ConventionalCase("Bump a from 1.2.3 to 1.2.4"),
    ConventionalCase("chore(release): 1.2.3 [skip ci]", "chore", scope: "release", says: "1.2.3 [skip ci]"),
    ConventionalCase("[feat] add it"),
    ConventionalCase("[ABC-123] feat: add it"),
    // It compares types with case, against rule 15.
    ConventionalCase("ABC-123: add it", "abc-123", says: "add it", unlike: [.semanticRelease]),
    ConventionalCase("feat(ABC-123): add it", "feat", scope: "ABC-123", says: "add it"),
    ConventionalCase(":sparkles: add it"),
    ConventionalCase(":sparkles: feat: add it"),
    ConventionalCase("✨ feat: add it"),
    ConventionalCase("feat: ✨ add it", "feat", says: "✨ add it"),
    ConventionalCase("feat ✨: add it"),
    ConventionalCase("Initial commit"),
    ConventionalCase("v1.2.3"),
    ConventionalCase("1.2.3"),
    ConventionalCase("Update README.md"),
    ConventionalCase("Fixes #12: crash"),
    // It compares types with case, against rule 15.
    ConventionalCase("Fix: crash, closes #12", "fix", says: "crash, closes #12", unlike: [.semanticRelease]),
    // It does not require the blank of rule 5.
    ConventionalCase("https://example.com: broken", unlike: [.gitCliff]),
    ConventionalCase("http: retry", "http", says: "retry"),
    // It does not require the blank of rule 5.
    ConventionalCase("12:30 meeting", unlike: [.gitCliff]),
    // It compares types with case, against rule 15.
    ConventionalCase("Note: nothing", "note", says: "nothing", unlike: [.semanticRelease]),
    // It does not require the blank of rule 5.
    ConventionalCase("Foo::bar: fix it", unlike: [.gitCliff]),
    // It compares types with case, against rule 15.
    ConventionalCase(
      "Package.swift: raise tools version", "package.swift", says: "raise tools version", unlike: [.semanticRelease]),
    // It compares types with case, against rule 15.
    ConventionalCase("Sources/A.swift: fix it", "sources/a.swift", says: "fix it", unlike: [.semanticRelease]),
    ConventionalCase("feat: a\u{7}bell", "feat", says: "a\u{7}bell"),
    ConventionalCase("feat: \u{1b}[31mred", "feat", says: "\u{1b}[31mred"),
    ConventionalCase("feat: 添加功能", "feat", says: "添加功能"),
    ConventionalCase("feat: e\u{301}", "feat", says: "e\u{301}"),
    ConventionalCase("feat(e\u{301})!: x", "feat", scope: "e\u{301}", breaking: true, says: "x"),
    ConventionalCase(
      "feat: \"quoted\" `code` <b>html</b> {{mustache}} ${name}", "feat",
      says: "\"quoted\" `code` <b>html</b> {{mustache}} ${name}"),
    // It treats a no-break space as a blank.
    ConventionalCase("feat\u{a0}: x", "feat\u{a0}", says: "x", unlike: [.gitCliff]),
    // They treat a no-break space as a blank.
    ConventionalCase("feat:\u{a0}x", unlike: [.gitCliff, .semanticRelease]),
  ]
}
