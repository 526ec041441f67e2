import Processes
import TestSupport
import Testing
import TextEditing

@testable import Git

@Suite("A look at the work tree")
struct WorkTreeScanTests {
  /// A repository whose files were written long before its index.
  private func clean() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitignore", "*.log\n/build/\ncache\n")
    try sandbox.write("a", "a\n")
    try sandbox.write("folder.txt", "beside\n")
    try sandbox.write("folder/deep/é", "é\n")
    try sandbox.write("folder/tool", "tool\n")
    try sandbox.write("folder-b/x", "x\n")
    try sandbox.setMode(0o755, of: "folder/tool")
    try sandbox.link("link", to: "folder")
    try sandbox.commit("First")
    try shell(
      sandbox,
      "find . -path ./.git -prune -o -type f -print | xargs touch -t 202001010000; git update-index -q --refresh"
    )
    return sandbox
  }

  private func shell(_ sandbox: GitSandbox, _ script: String) throws {
    let result = try sandbox.run("sh", ["-ec", script])
    #expect(result.succeeded, "\(script): \(result.errorText)")
  }

  @Test(
    "knows a clean work tree, and does not take another one for it",
    arguments: [
      (":", true), ("echo x >x.log; mkdir -p build/deep; echo x >build/deep/x; echo x >folder/y.log", true),
      ("mkdir -p empty/deeper new; echo x >new/only.log; mkdir folder/cache; echo x >folder/cache/y", true),
      ("echo hidden >>.git/info/exclude; echo x >hidden", true), ("git update-index --index-version 4", true),
      ("rm .git/index; git reset -q", true), ("git read-tree HEAD; git update-index -q --refresh", true),
      ("git commit -q --allow-empty -m More", true), ("git gc -q", true), ("git checkout -q --detach", true),
      // None of these is clean, or is seen to be without looking further.
      ("echo x >x", false), ("echo x >folder/deep/x", false), ("mkdir new; echo x >new/x", false), ("rm a", false),
      ("echo b >a", false), ("echo b >a; touch -t 202001010000 a", false), ("chmod +x a", false),
      ("rm -r folder-b", false),
      ("chmod -x folder/tool", false), ("rm a; ln -s folder.txt a", false), ("rm link; echo folder >link", false),
      ("mv folder elsewhere; ln -s elsewhere folder; echo elsewhere >.git/info/exclude", false),
      ("mv a A", false), ("ln -s folder build", false), ("git rm -q --cached a", false),
      ("echo x >x; git add x", false),
      ("echo x >x; git add -N x", false), ("echo b >a; git add a; echo a >a", false),
      ("echo b >a; git add a; git update-index --force-remove folder.txt", false),
      ("git update-index --skip-worktree a; echo b >a", false),
      ("git update-index --assume-unchanged a; echo b >a", false), ("git init -q nested; echo x >nested/x", false),
      ("git -c protocol.file.allow=always submodule -q add ./. sub; git commit -qm sub", false),
      (
        "git checkout -q -b side; echo s >a; git commit -qam s; git checkout -q main; git merge -q --no-commit side",
        false
      ),
      ("git checkout -q --orphan other", false), ("mkfifo pipe", false),
    ])
  func clean(script: String, isClean: Bool) throws {
    let sandbox = try clean()
    try shell(sandbox, script)
    let repository = try sandbox.repository()
    #expect(try repository.isPlainlyClean(.all) == isClean)
    let listed = try sandbox.git("status", "--porcelain", "--untracked-files=all")
    if isClean { #expect(listed.isEmpty) }
    // git looks at seconds only, and misses a change within the one in which it read the file; libgit2 takes a link to a
    // folder for one where a rule is for folders.
    if !script.contains("touch"), !script.contains("ln -s folder build") {
      #expect(try repository.status().isEmpty == listed.isEmpty)
    }
    let files = try sandbox.git("-c", "core.quotePath=false", "ls-files", "-c", "-o", "--exclude-standard", "-z")
      .split(separator: "\0").compactMap { RelativePath(String($0)) }
      .filter { path in
        try !sandbox.attempt("ls-files", "--error-unmatch", "-s", "--", path.string).outputText.hasPrefix("160000")
          && !sandbox.run("test", ["-L", path.string]).succeeded && !path.string.hasSuffix("/")
      }
    #expect(try Set(repository.plainFilePaths()).subtracting(["pipe"]) == Set(files).subtracting(["nested", "pipe"]))
  }

  @Test("leaves an index alone that is in several files")
  func split() throws {
    let sandbox = try clean()
    try sandbox.git("update-index", "--split-index")
    let bytes = try #require(sandbox.folder.bytes(of: "work/.git/index"))
    #expect(IndexImage(bytes) == nil)
    #expect(try !sandbox.repository().isPlainlyClean(.all))
  }

  @Test("sees every folder of a large one, on several threads")
  func large() throws {
    let sandbox = try GitSandbox()
    try shell(
      sandbox,
      """
      for f in $(seq 60); do mkdir -p d$f/e; for n in $(seq 50); do echo $n >d$f/e/$n; done; done
      find . -path ./.git -prune -o -type f -print | xargs touch -t 202001010000; git add .; git commit -qm First
      """)
    #expect(Threads.suitable(forItems: 3000) >= 1)
    #expect(try sandbox.repository().isPlainlyClean(.all))
    for path in ["d1/e/x", "d33/x", "d60/e/x"] {
      try sandbox.write(path, "x\n")
      #expect(try !sandbox.repository().isPlainlyClean(.all), "\(path)")
      #expect(try sandbox.repository().isPlainlyClean(.none), "\(path)")
      #expect(try sandbox.repository().status().map(\.path.string) == [path])
      try sandbox.remove(path)
    }
    for path in ["d1/e/1", "d31/e/9", "d60/e/50"] {
      try sandbox.remove(path)
      #expect(try !sandbox.repository().isPlainlyClean(.none), "\(path)")
      try sandbox.git("checkout", "-q", path)
      try shell(sandbox, "touch -t 202001010000 \(path); git update-index -q --refresh")
    }
    #expect(try sandbox.repository().isPlainlyClean(.all))
  }

  @Test("makes nothing of an index with any bytes but a look that decides nothing")
  func damaged() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for version in ["2", "4"] {
      let sandbox = try clean()
      try sandbox.git("update-index", "--index-version", version)
      let whole = try #require(sandbox.folder.bytes(of: "work/.git/index"))
      #expect(IndexImage(whole) != nil)
      for round in 0..<3000 {
        var bytes = whole
        if round % 4 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...whole.count, using: &random))) }
        for _ in 0..<3 where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let image = IndexImage(bytes) else { continue }
        let folders = IndexFolders(image)
        #expect(folders.folders.map(\.entries.count).reduce(0, +) == image.entries.count, "seed \(seed)")
        for entry in image.entries { _ = image.record(of: entry) }
      }
    }
  }
}
