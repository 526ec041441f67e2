import TestSupport

/// A work tree with random changes of state.
struct RandomWorkTree {
  let sandbox: GitSandbox

  private static let files = [
    "a.txt", "b.swift", "keep.log", "d/one", "d/two.o", "d/e/three", "d/e/keep.o", "f/x y", "f/ü", "f/g/h/deep", "tool",
    "new", "d/new", "d/e/new.log", "f/new.o", "n/new", "f/g/\"quoted\"", "f/with\ttab", "A.txt",
  ]
  private static let folders = [".", "d", "d/e", "f", "f/g", "n"]
  private static let patterns = [
    "*.o", "!keep.o", "*.log", "!keep.log", "/*/", "!/d/", "*/", "**/", "d/", "!d/", "d/**", "!d/e/", "/new", "new",
    "!new",
    "f/*", "!f/g", "[a-c]*", "!\\a.txt", "x\\ y", "**/h", "/d/*", "!/d/one", "n", "*", "!*/", "!*.txt", "!/\\", "# no",
  ]

  init(_ random: inout SeededGenerator) throws {
    sandbox = try GitSandbox()
    let names = [
      "a.txt", "b.swift", "keep.log", "d/one", "d/two.o", "d/e/three", "d/e/keep.o", "f/x y", "f/ü", "f/g/h/deep",
    ]
    for name in names { try sandbox.write(name, "\(name)\n") }
    try sandbox.shell(
      """
      echo tool >tool; chmod +x tool; ln -s a.txt link; ln -s d way
      git add -A -f; git commit -qm First; cp -r . ../library
      git -c protocol.file.allow=always submodule --quiet add ../library sub; git commit -qm Submodule
      """)
  }

  /// Makes a change, and describes it.
  func change(_ random: inout SeededGenerator) throws -> String {
    var orders: [String] = []
    if Int.random(in: 0..<4, using: &random) == 0 { orders.append(Self.reset) }
    for _ in 0..<Int.random(in: 0...3, using: &random) { orders.append(order(&random)) }
    // A change that is impossible in this state is skipped.
    let script = orders.map { "( \($0) ) >/dev/null 2>&1 || true" }.joined(separator: "\n")
    try sandbox.shell(script)
    return orders.joined(separator: "; ")
  }

  private static let reset = """
    git sparse-checkout disable; git update-index -q --really-refresh; git ls-files -z | xargs -0 git update-index \
    --no-skip-worktree --no-assume-unchanged; rm -f .git/info/exclude ../home/.config/git/ignore; git config --unset-all \
    core.excludesFile; git reset -q --hard; git clean -qffdx; git submodule --quiet update --init --force; \
    git -C sub clean -qffdx
    """

  private func order(_ random: inout SeededGenerator) -> String {
    let file = quoted(Self.files.randomElement(using: &random) ?? "a.txt")
    let other = quoted(Self.files.randomElement(using: &random) ?? "a.txt")
    let folder = Self.folders.randomElement(using: &random) ?? "d"
    let number = Int.random(in: 0..<3, using: &random)
    let rules = (0...Int.random(in: 0...3, using: &random)).map { _ in
      quoted(Self.patterns.randomElement(using: &random) ?? "*.o")
    }.joined(separator: " ")
    let orders = [
      // Edits, some of which change nothing.
      "mkdir -p $(dirname \(file)); echo \(number) >\(file)", "echo more >>\(file)", "touch \(file)",
      "cp \(file) ../kept; cp ../kept \(file)", "rm -f \(file)", "rm -rf \(folder)/*", "mv \(file) \(other)",
      "git checkout -q -f \(file)", "mkdir -p \(folder)/empty/deeper",
      // Modes and links.
      "chmod +x \(file)", "chmod -x \(file)", "rm -f \(file); ln -s a.txt \(file)", "rm -rf f; ln -s d f",
      "rm -f link; echo a.txt >link", "rm -f \(file); mkdir \(file); echo x >\(file)/x", "mkfifo \(folder)/pipe",
      "git config core.fileMode \(number == 0 ? "false" : "true")",
      // Ignore files.
      "printf '%s\\n' \(rules) >\(folder)/.gitignore", "printf '%s\\n' \(rules) >\(folder)/.gitignore",
      "rm -f \(folder)/.gitignore", "rm -f \(folder)/.gitignore; ln -s a.txt \(folder)/.gitignore",
      "printf '%s\\n' \(rules) >.git/info/exclude",
      "mkdir -p ../home/.config/git; printf '%s\\n' \(rules) >../home/.config/git/ignore",
      "git config core.excludesFile ''", "printf '%s\\n' \(rules) >../more; git config core.excludesFile ../more",
      // Other repositories.
      "git init -q \(folder)/n\(number)", "git init -q n; git -C n commit -q --allow-empty -m x",
      "git init -q \(folder)/n; echo x >\(folder)/n/x", "echo \(number) >sub/new", "echo \(number) >sub/a.txt",
      "git -C sub commit -qam x", "git config submodule.sub.ignore \(number == 0 ? "all" : "none")",
      // The index.
      "git add -A", "git add -f \(file)", "git add -N \(file)", "git rm -q --cached -f \(file)",
      "git mv \(file) \(other)",
      "git update-index --skip-worktree \(file)", "git update-index --no-skip-worktree \(file)",
      "git update-index --assume-unchanged \(file)", "git update-index --no-assume-unchanged \(file)",
      "git update-index --index-version \(number + 2)", "git update-index --untracked-cache; git status",
      "git sparse-checkout set --no-cone '/*' '!/\(folder)/'", "git sparse-checkout set \(folder)",
      "git sparse-checkout disable", "mkdir -p \(folder); echo other >\(folder)/one",
      // History.
      "git commit -qam More", "git add -A; git commit -qm All", "git checkout -q --detach",
      "git replace HEAD HEAD~1", "git replace -d $(git replace)",
      // Conversions.
      "echo '* text=auto' >.gitattributes", "git config core.autocrlf \(number == 0 ? "true" : "false")",
      "printf 'a\\r\\nb\\r\\n' >\(file)", "echo '*.txt filter=upper' >.gitattributes",
      "git config filter.upper.clean 'tr a-z A-Z'",
    ]
    return orders.randomElement(using: &random) ?? "true"
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }
}
