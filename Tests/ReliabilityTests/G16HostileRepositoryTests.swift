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

  /// Every command that reads the object, and its error; those without "it" are git's.
  @Test(
    "has an object that is refused",
    arguments: [
      ("loose-length", commit, corrupt(commit)), ("trailing-bytes", commit, corrupt(commit)),
      ("tree-header", tree, "unable to parse \(tree) header"), ("cut-tree", tree, corrupt(tree)),
      ("wrong-name", invented, "its contents do not match its name"),
      ("commit-cycle", invented, "its contents do not match its name"),
      (
        "long-message", "32913f8aeb3e921efb2c1ebde5c869b42e327fd1",
        "it is a commit of 268435456 bytes, expected at most 16777216"
      ),
      ("parents", "653fe9fd5482561625839eca6931e26a5e08fad4", "it has more than 4096 parents"),
      ("cut-pack", commit, "packfile \(pack).pack does not match index"),
      ("wrong-index", commit, "non-monotonic index \(pack).idx"),
      (
        "pipe-as-object", commit,
        "`$W/.git/objects/93/d7509ea229edd646e3d35f2704794201b19cbd` is a named pipe, a socket or a device"
      ),
    ])
  func head(kind: String, id: String, reason: String) throws {
    try make(kind)
    let error = "the object \(id) is unusable: \(reason)"
    for words in ["version --next auto", "plan release", "changelog", "export HEAD -o -", "run release --yes"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: \(error)", "\(words)")
    }
    let (status, found) = try martlet("doctor --offline")
    #expect(status == .exited(status: 1))
    #expect(found == "fail  work tree    \(error)")
  }

  private static let commit = "93d7509ea229edd646e3d35f2704794201b19cbd"
  private static let tree = "a9136b4f040984a4fa3a4ebdd651ed7f336be6ea"
  private static let invented = String(repeating: "a", count: 40)
  private static let pack = ".git/objects/pack/pack-bc0b3a7cab20700af347a363a0e508a35147d809"

  /// The words of git for a loose object whose bytes are not what its header states.
  private static func corrupt(_ id: String) -> String {
    "loose object \(id) (stored in .git/objects/\(id.prefix(2))/\(id.dropFirst(2))) is corrupt"
  }

  @Test(
    "has an object below the first commit that is refused",
    arguments: [
      ("delta-cycle", invented, "git found no end of it within 10 s"),
      ("stated-length", "bb5d4a206985aa36f8e42b53728ed7a192789ae7", "git found no end of it within 10 s"),
    ])
  func file(kind: String, id: String, reason: String) throws {
    try make(kind)
    for words in ["export HEAD -o -", "export HEAD --directory tree", "export HEAD -o a.zip"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      #expect(found == "error: the object \(id) is unusable: \(reason)", "\(words)")
    }
  }

  @Test("has a delta whose base is in no pack, which is as good as no object")
  func missingBase() throws {
    try make("missing-base")
    for words in ["export HEAD -o -", "export HEAD --directory tree", "export HEAD -o a.zip"] {
      let (status, found) = try martlet(words)
      #expect(status == .exited(status: 1), "\(words)")
      let id = "356a192b7913b04c54574d18c28d46e6395428ab"
      #expect(found == "error: `VERSION` cannot be read: its object \(id) is missing in the repository", "\(words)")
    }
  }

  @Test("has a long chain of deltas, which git follows")
  func chain() throws {
    try make("delta-chain")
    let (status, found) = try martlet("export HEAD --directory tree")
    #expect(status == .exited(status: 0) && found == "")
    let file = try Command("git", ["show", "HEAD:VERSION"], environment: environment, directory: "\(folder.path)/work")
      .run()
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/work/tree/VERSION")) == Data(file.output))
  }

  @Test(
    "has a tag whose commit git lists, and that is refused when it is read",
    arguments: [
      ("wrong-tag", "ce00000000000000000000000000000000000000", "its contents do not match its name"),
      ("tag-chain", "11d39797744e79a4caa0b01d09fe15ae66f3d529", "it is the first of more than 64 nested tags"),
      (
        "long-tag", "6459550743d9371fb045166b632a553f459ab8b8",
        "it is a tag of 268435456 bytes, expected at most 16777216"
      ),
    ])
  func tag(kind: String, id: String, reason: String) throws {
    try make(kind)
    for words in ["version --next auto", "changelog", "bump auto --yes"] {
      #expect(try martlet(words).status == .exited(status: 0), "\(words)")
    }
    let (status, found) = try martlet("export 1.0.0 -o -")
    #expect(status == .exited(status: 1))
    #expect(found == "error: the object \(id) is unusable: \(reason)")
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
      found.hasPrefix(
        "error: the object da4b9237bacccdf19c0760cab7aec4a8359010b0 is unusable: Out of memory, malloc failed"))
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
