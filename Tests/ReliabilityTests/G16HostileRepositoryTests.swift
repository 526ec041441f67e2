import Foundation
import Processes
import TestSupport
import Testing

/// `scripts/fuzz-repositories` makes the repositories; its list describes each kind.
@Suite("A hostile repository")
struct HostileRepositoryTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.c",
      "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.c",
    ]
  }

  private func make(_ kind: String) throws {
    let script = try Command(
      "\(ProjectFolder.path)/scripts/fuzz-repositories", ["--make", kind, "\(folder.path)/work"],
      environment: environment
    ).run()
    #expect(script.succeeded, "\(script.errorText)")
  }

  private func martlet(
    _ words: String
  ) throws -> (status: CommandResult.Termination, error: String) {
    var command = Command(
      try MartletProgram.path(), words.split(separator: " ").map(String.init), environment: environment,
      directory: "\(folder.path)/work")
    command.timeout = .seconds(60)
    let result = try command.run()
    let lines = (result.errorText + "\n" + result.outputText).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("warning: ") && !$0.hasPrefix("ok ") }
    let error = lines.first { $0.hasPrefix("error: ") } ?? lines.first { $0.hasPrefix("fail  ") } ?? ""
    return (result.termination, error.replacing("\(folder.path)/work", with: "$W"))
  }

  /// Every command that reads the object, its error, and the file in which the object is.
  @Test(
    "has an object that the strict reader refuses, and no other reader reads it",
    arguments: [
      (
        "loose-length", "93d7509ea229edd646e3d35f2704794201b19cbd",
        "its compressed bytes are invalid, or have another length than its header states",
        ".git/objects/93/d7509ea229edd646e3d35f2704794201b19cbd"
      ),
      (
        "trailing-bytes", "93d7509ea229edd646e3d35f2704794201b19cbd", "it has bytes after its end",
        ".git/objects/93/d7509ea229edd646e3d35f2704794201b19cbd"
      ),
      (
        "tree-header", "a9136b4f040984a4fa3a4ebdd651ed7f336be6ea", "its header is invalid",
        ".git/objects/a9/136b4f040984a4fa3a4ebdd651ed7f336be6ea"
      ),
      (
        "cut-tree", "a9136b4f040984a4fa3a4ebdd651ed7f336be6ea", "its header is invalid",
        ".git/objects/a9/136b4f040984a4fa3a4ebdd651ed7f336be6ea"
      ),
      (
        "wrong-name", String(repeating: "a", count: 40), "its contents do not match its name",
        ".git/objects/aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      ),
      (
        "commit-cycle", String(repeating: "a", count: 40), "its contents do not match its name",
        ".git/objects/aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      ),
      (
        "long-message", "32913f8aeb3e921efb2c1ebde5c869b42e327fd1",
        "it is a commit of 268435473 bytes, expected at most 16777216",
        ".git/objects/32/913f8aeb3e921efb2c1ebde5c869b42e327fd1"
      ),
      (
        "parents", "653fe9fd5482561625839eca6931e26a5e08fad4", "it has more than 4096 parents",
        ".git/objects/65/3fe9fd5482561625839eca6931e26a5e08fad4"
      ),
      (
        "cut-pack", "93d7509ea229edd646e3d35f2704794201b19cbd",
        "its compressed bytes are invalid, or have another length than its header states",
        ".git/objects/pack/pack-bc0b3a7cab20700af347a363a0e508a35147d809.pack"
      ),
      (
        "wrong-index", "93d7509ea229edd646e3d35f2704794201b19cbd", "its table of contents is invalid",
        ".git/objects/pack/pack-bc0b3a7cab20700af347a363a0e508a35147d809.idx"
      ),
      (
        "pipe-as-object", "93d7509ea229edd646e3d35f2704794201b19cbd", "it is not a regular file",
        ".git/objects/93/d7509ea229edd646e3d35f2704794201b19cbd"
      ),
    ])
  func head(kind: String, id: String, reason: String, file: String) throws {
    try make(kind)
    let error = "the object \(id) is unusable: \(reason), in `$W/\(file)`"
    for words in ["version --next auto", "plan release", "changelog", "export HEAD -o -", "run release --yes"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: \(error)", "\(words)")
    }
    let (status, found) = try martlet("doctor --offline")
    #expect(status == .exited(status: 1))
    #expect(found == "fail  work tree    \(error)")
  }

  @Test(
    "has an object below the first commit that the strict reader refuses",
    arguments: [
      (
        "delta-cycle", String(repeating: "a", count: 40), "its deltas form a cycle",
        ".git/objects/pack/pack-c2897febbe5475b3da5cb67eede60cb3e2b05c04.pack"
      ),
      (
        "delta-chain", "7519dd988766e6b451d26b4c1fa71ca53fb1087b", "its chain of deltas is longer than 10000",
        ".git/objects/pack/pack-f92ed885013b5c20fa26227cd3410b047d5dc6eb.pack"
      ),
      (
        "missing-base", "356a192b7913b04c54574d18c28d46e6395428ab",
        "the base of its delta, da4b9237bacccdf19c0760cab7aec4a8359010b0, is not in the pack",
        ".git/objects/pack/pack-35c4c9103bdcb744f6343dca9ed4c0ecccc58f2e.pack"
      ),
      (
        "stated-length", "bb5d4a206985aa36f8e42b53728ed7a192789ae7",
        "its compressed bytes are invalid, or have another length than its header states",
        ".git/objects/bb/5d4a206985aa36f8e42b53728ed7a192789ae7"
      ),
    ])
  func file(kind: String, id: String, reason: String, place: String) throws {
    try make(kind)
    for words in ["export HEAD -o -", "export HEAD --directory tree", "export HEAD -o a.zip"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: the object \(id) is unusable: \(reason), in `$W/\(place)`", "\(words)")
    }
  }

  @Test(
    "has a tag that the strict reader refuses",
    arguments: [
      (
        "wrong-tag", "ce00000000000000000000000000000000000000",
        "its contents do not match its name, in `$W/.git/objects/ce/00000000000000000000000000000000000000`"
      ),
      ("tag-chain", "11d39797744e79a4caa0b01d09fe15ae66f3d529", "it is the first of more than 64 nested tags"),
      (
        "long-tag", "6459550743d9371fb045166b632a553f459ab8b8",
        "it is a tag of 268435470 bytes, expected at most 16777216, in "
          + "`$W/.git/objects/64/59550743d9371fb045166b632a553f459ab8b8`"
      ),
    ])
  func tag(kind: String, id: String, reason: String) throws {
    try make(kind)
    for words in ["version --next auto", "changelog", "export 1.0.0 -o -", "bump auto --yes"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: the object \(id) is unusable: \(reason)", "\(words)")
    }
  }

  @Test("has more nested folders than an export allows")
  func nesting() throws {
    try make("nested-folders")
    let (status, found) = try martlet("export HEAD -o -")
    #expect(status == .exited(status: 1))
    #expect(
      found == "error: the object dc324c65f45f80a47d8e702af5ba9bb8f3c337f9 is unusable: "
        + "it is a folder below more than 4095 others")
  }

  @Test("has a delta whose result does not fit into memory")
  func memory() throws {
    try make("large-delta")
    let (status, found) = try martlet("export HEAD -o -")
    #expect(status == .exited(status: 1))
    #expect(
      found == "error: the object da4b9237bacccdf19c0760cab7aec4a8359010b0 is unusable: "
        + "its 65535000000 bytes do not fit into the available memory, in "
        + "`$W/.git/objects/pack/pack-14260066d4275663e102ef7cbafb36984640e079.pack`")
  }

  @Test(
    "has a Releasefile with ten thousand nested keys, which every command rejects",
    arguments: ["? ", "{? ", "? - ", "- ? "])
  func keys(unit: String) throws {
    try make("wrong-tag")
    try folder.write("work/Releasefile", String(repeating: unit, count: 10_000))
    for words in ["check", "version", "plan --list", "plan release", "changelog", "run release --yes"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 78), "\(words)")
      #expect(found == "error: more than 64 nested levels", "\(words)")
    }
  }

  @Test(
    "has a named pipe among its files, which no command opens",
    arguments: [".gitignore", ".mailmap", ".gitattributes", ".git/packed-refs", ".git/info/exclude"])
  func pipe(name: String) throws {
    try make("wrong-tag")
    let place = "\(folder.path)/work"
    let script = "rm -f .git/refs/tags/1.0.0 \(name); mkfifo \(name)"
    #expect(try Command("sh", ["-ec", script], environment: environment, directory: place).run().succeeded)
    for words in ["check", "version", "plan release", "changelog", "export HEAD -o -", "run release --yes"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: `$W/\(name)` is a named pipe, a socket or a device, expected a file", "\(words)")
    }
  }

  @Test("crashes and blocks no command: a sample of the mutated repositories")
  func sample() throws {
    let seed = Int.random(in: 1...100_000)
    let script = try Command(
      "\(ProjectFolder.path)/scripts/fuzz-repositories",
      ["--program", try MartletProgram.path(), "--count", "6", "--seed", "\(seed)"], environment: environment
    ).run()
    #expect(script.succeeded, "seed \(seed)\n\(script.outputText)\(script.errorText)")
    #expect(script.outputText.hasPrefix("6 repositories, 18 runs: 0 crash, 0 hang, 0 memory; "), "\(script.outputText)")
  }
}
