extension ConventionalCase {
  /// Types, scopes, colons and exclamation marks; the first eight are the specification's own examples.
  static let headers: [ConventionalCase] = [
    ConventionalCase(
      "feat: allow provided config object to extend other configs\n\nBREAKING CHANGE: `extends` key in config file is now used for extending other config files",
      "feat", breaking: true, says: "allow provided config object to extend other configs"),
    ConventionalCase(
      "feat!: send an email to the customer when a product is shipped", "feat", breaking: true,
      says: "send an email to the customer when a product is shipped"),
    ConventionalCase(
      "feat(api)!: send an email to the customer when a product is shipped", "feat", scope: "api", breaking: true,
      says: "send an email to the customer when a product is shipped"),
    ConventionalCase(
      "chore!: drop support for Node 6\n\nBREAKING CHANGE: use JavaScript features not available in Node 6.", "chore",
      breaking: true, says: "drop support for Node 6"),
    ConventionalCase("docs: correct spelling of CHANGELOG", "docs", says: "correct spelling of CHANGELOG"),
    ConventionalCase("feat(lang): add Polish language", "feat", scope: "lang", says: "add Polish language"),
    ConventionalCase(
      "fix: prevent racing of requests\n\nIntroduce a request id and a reference to latest request. Dismiss\nincoming responses other than from latest request.\n\nRemove timeouts which were used to mitigate the racing issue but are\nobsolete now.\n\nReviewed-by: Z\nRefs: #123",
      "fix", says: "prevent racing of requests"),
    ConventionalCase(
      "revert: let us never again speak of the noodle incident\n\nRefs: 676104e, a215868", "revert",
      says: "let us never again speak of the noodle incident"),
    ConventionalCase("build: do it", "build", says: "do it"),
    ConventionalCase("chore: do it", "chore", says: "do it"),
    ConventionalCase("ci: do it", "ci", says: "do it"),
    ConventionalCase("docs: do it", "docs", says: "do it"),
    ConventionalCase("style: do it", "style", says: "do it"),
    ConventionalCase("refactor: do it", "refactor", says: "do it"),
    ConventionalCase("perf: do it", "perf", says: "do it"),
    ConventionalCase("test: do it", "test", says: "do it"),
    ConventionalCase("feat: do it", "feat", says: "do it"),
    ConventionalCase("fix: do it", "fix", says: "do it"),
    ConventionalCase("wip: do it", "wip", says: "do it"),
    ConventionalCase("deps: do it", "deps", says: "do it"),
    ConventionalCase("release: do it", "release", says: "do it"),
    ConventionalCase("security: do it", "security", says: "do it"),
    ConventionalCase("i18n: do it", "i18n", says: "do it"),
    ConventionalCase("ui: do it", "ui", says: "do it"),
    ConventionalCase("hotfix: do it", "hotfix", says: "do it"),
    ConventionalCase("improvement: do it", "improvement", says: "do it"),
    // It compares types with case, against rule 15.
    ConventionalCase("Feat: do it", "feat", says: "do it", unlike: [.semanticRelease]),
    // It compares types with case, against rule 15.
    ConventionalCase("FIX: do it", "fix", says: "do it", unlike: [.semanticRelease]),
    // It compares types with case, against rule 15.
    ConventionalCase("fEaT(Api): do it", "feat", scope: "Api", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("feat-api: do it", "feat-api", says: "do it"),
    ConventionalCase("feat_api: do it", "feat_api", says: "do it"),
    ConventionalCase("feat/api: do it", "feat/api", says: "do it"),
    ConventionalCase("feat.api: do it", "feat.api", says: "do it"),
    // It reads types as a regular expression.
    ConventionalCase("feat+fix: do it", "feat+fix", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("feat,fix: do it", "feat,fix", says: "do it"),
    ConventionalCase("функция: сделать", "функция", says: "сделать"),
    ConventionalCase("修复: 崩溃", "修复", says: "崩溃"),
    ConventionalCase("✨: sparkle", "✨", says: "sparkle"),
    ConventionalCase("x: y", "x", says: "y"),
    ConventionalCase("123: number", "123", says: "number"),
    ConventionalCase("#12: number", "#12", says: "number"),
    ConventionalCase("fix(core): do it", "fix", scope: "core", says: "do it"),
    ConventionalCase("fix(core,ui): do it", "fix", scope: "core,ui", says: "do it"),
    ConventionalCase("fix(core, ui): do it", "fix", scope: "core, ui", says: "do it"),
    ConventionalCase("fix(core/ui): do it", "fix", scope: "core/ui", says: "do it"),
    ConventionalCase("fix(@scope/name): do it", "fix", scope: "@scope/name", says: "do it"),
    ConventionalCase("fix(Core UI): do it", "fix", scope: "Core UI", says: "do it"),
    // They keep the blanks.
    ConventionalCase("fix( core ): do it", "fix", scope: "core", says: "do it", unlike: [.gitCliff, .semanticRelease]),
    ConventionalCase("fix(core-ui_2.0): do it", "fix", scope: "core-ui_2.0", says: "do it"),
    ConventionalCase("fix(#12): do it", "fix", scope: "#12", says: "do it"),
    ConventionalCase("fix(*): do it", "fix", scope: "*", says: "do it"),
    ConventionalCase("fix($cond): do it", "fix", scope: "$cond", says: "do it"),
    ConventionalCase("fix(a:b): do it", "fix", scope: "a:b", says: "do it"),
    ConventionalCase("fix(a!): do it", "fix", scope: "a!", says: "do it"),
    ConventionalCase("fix(Ядро): do it", "fix", scope: "Ядро", says: "do it"),
    // They find no type; Martlet keeps the type without a scope.
    ConventionalCase("fix(): do it", "fix", says: "do it", unlike: [.gitCliff, .semanticRelease]),
    // They treat a blank as a scope.
    ConventionalCase("fix( ): do it", "fix", says: "do it", unlike: [.gitCliff, .semanticRelease]),
    // It includes parentheses in a scope.
    ConventionalCase("fix(core)(ui): do it", unlike: [.semanticRelease]),
    // It includes parentheses in a scope.
    ConventionalCase("fix((core)): do it", unlike: [.semanticRelease]),
    // It includes parentheses in a scope.
    ConventionalCase("fix(core(ui)): do it", unlike: [.semanticRelease]),
    ConventionalCase("fix(core: do it"),
    ConventionalCase("fix core): do it"),
    ConventionalCase("fix(core) : do it"),
    ConventionalCase("fix (core): do it"),
    ConventionalCase("(core): do it"),
    // It reads types as a regular expression.
    ConventionalCase("fix[core]: do it", "fix[core]", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("fix{core}: do it", "fix{core}", says: "do it"),
    // It does not require the blank of rule 5.
    ConventionalCase("fix:do it", unlike: [.gitCliff]),
    ConventionalCase("fix:  do it", "fix", says: "do it"),
    ConventionalCase("fix:\tdo it", "fix", says: "do it"),
    ConventionalCase("fix :do it"),
    ConventionalCase("fix : do it"),
    // It does not require the blank of rule 5.
    ConventionalCase("fix:: do it", unlike: [.gitCliff]),
    ConventionalCase("fix: : do it", "fix", says: ": do it"),
    ConventionalCase("fix:"),
    ConventionalCase("fix: "),
    // It does not trim blanks.
    ConventionalCase("fix:   ", unlike: [.semanticRelease]),
    ConventionalCase("fix"),
    ConventionalCase("fix do it"),
    ConventionalCase("fix; do it"),
    ConventionalCase("fix： do it"),
    ConventionalCase("fix - do it"),
    ConventionalCase(": do it"),
    ConventionalCase("(): do it"),
    ConventionalCase("!: do it"),
    ConventionalCase("fix: do it: now", "fix", says: "do it: now"),
    ConventionalCase("fix: do it (really)", "fix", says: "do it (really)"),
    ConventionalCase("fix: do it!", "fix", says: "do it!"),
    // They do not trim blanks, unlike git.
    ConventionalCase("  fix: do it", "fix", says: "do it", unlike: [.gitCliff, .semanticRelease]),
    // It does not trim blanks.
    ConventionalCase("fix: do it   ", "fix", says: "do it", unlike: [.semanticRelease]),
    // It does not trim blanks.
    ConventionalCase("fix: do it\r\n\r\nbody\r\n", "fix", says: "do it", unlike: [.semanticRelease]),
    // It does not trim blanks.
    ConventionalCase("\n\nfix: do it", "fix", says: "do it", unlike: [.semanticRelease]),
    ConventionalCase("fix!: do it", "fix", breaking: true, says: "do it"),
    ConventionalCase("fix(core)!: do it", "fix", scope: "core", breaking: true, says: "do it"),
    ConventionalCase("fix!(core): do it"),
    ConventionalCase("fix!!: do it"),
    ConventionalCase("fix! : do it"),
    ConventionalCase("fix !: do it"),
    ConventionalCase("fix(core) !: do it"),
    ConventionalCase("fix(core)!do it"),
    ConventionalCase("docs!: say it", "docs", breaking: true, says: "say it"),
    ConventionalCase("wip!: it", "wip", breaking: true, says: "it"),
    // They find no type; Martlet keeps the type without a scope.
    ConventionalCase("fix()!: do it", "fix", breaking: true, says: "do it", unlike: [.gitCliff, .semanticRelease]),
  ]
}
