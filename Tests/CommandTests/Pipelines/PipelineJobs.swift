import Foundation
import Processes
import TestSupport
import Testing

/// The jobs of a pipeline from `init --ci`, and the project that they run for.
struct PipelineJobs {
  struct Job: Decodable {
    let script: String
    /// The job's permissions; nil if the file does not declare them.
    let permissions: [String: String]?
  }

  static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  static let files: [String: Data] = [
    "VERSION": Data("1.4.2\n".utf8),
    "Releasefile": Data(
      """
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [ensure: {branch: main}, bump: ask, commit, tag, confirm: {text: Sure?, steps: [push]}]}
        tagged: {steps: [message: "${tag} is tagged"]}

      """.utf8),
  ]

  /// A project whose lane ends with a command that publishes.
  static let uploadingFiles: [String: Data] = [
    "VERSION": Data("1.4.2\n".utf8),
    "Releasefile": Data(
      """
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [bump: ask, commit, tag, push, run: {command: [upload, "${version}"], outward: true}]}

      """.utf8),
  ]

  let all: [String: Job]
  let host: PipelineHost
  let world: GoldenWorld
  /// The forge that has the repository; nil: it is only a folder.
  let server: ForgeServer?
  /// The name of the repository there.
  var repository: String { "\(URL(fileURLWithPath: world.root).lastPathComponent)/CoolApp" }

  /// Writes, commits and pushes the pipeline.
  ///
  /// - Parameters:
  ///   - address: The remote's address while the pipeline is written; the push goes to a folder.
  ///   - isOnForge: Whether the jobs clone from a test forge.
  ///   - program: The program that writes the pipeline; nil: the one of the tests.
  init(
    of host: PipelineHost, projectAt address: String? = nil, files: [String: Data] = Self.files,
    isOnForge: Bool = false, program: String? = nil
  ) throws {
    self.host = host
    world = try GoldenWorld(example: nil, files: files)
    server =
      isOnForge
      ? try ForgeServer(repositories: URL(fileURLWithPath: world.root).deletingLastPathComponent().path) : nil
    if let address { try world.git("remote", "set-url", "origin", address) }
    var command = try world.martlet(["init", "--ci", host.rawValue, "--quiet"])
    if let program { command.program = program }
    let written = try command.run()
    try #require(written.succeeded, "\(written.errorText)")
    try world.git("remote", "set-url", "origin", "\(world.root)/CoolApp.git")
    try world.folder.write("read.py", PipelineHost.reader)
    let result = try Command(
      "python3", ["\(world.root)/read.py", "\(world.repository)/\(host.path)"], environment: Self.environment
    ).run()
    try #require(result.succeeded, "\(result.errorText)")
    all = try JSONDecoder().decode([String: Job].self, from: Data(result.output))
    try world.setUp("git add --all; git commit -q -m Pipeline; git push -q")
    try remote("config", "receive.advertisePushOptions", "true")
    try remote("config", "http.receivepack", "true")
    for (name, script) in PipelineHost.programs { try world.folder.write("bin/\(name)", script) }
    try world.setUp("chmod +x ../bin/*")
  }

  /// Runs git in the repository that the jobs push to.
  @discardableResult
  func remote(_ arguments: String...) throws -> String {
    let result = try Command(
      "git", arguments, environment: try world.martlet([]).environment, directory: "\(world.root)/CoolApp.git"
    ).run()
    try #require(result.succeeded, "\(result.errorText)")
    return result.outputText
  }

  /// The pipeline.
  var text: String { get throws { try #require(world.folder.read("CoolApp/\(host.path)")) } }

  /// The last input of GitHub's program.
  var told: String? { world.folder.read("told") }

  /// The arguments of all calls of `upload`, a line each.
  var uploads: String? { world.folder.read("uploads") }

  /// Runs a job in a new clone, like the system: of the tag 1.5.0 for `tagged`, else of `main`.
  ///
  /// - Parameter follows: Whether the job `tagged` follows the release in its pipeline, so that the variables are those of
  ///   the branch.
  func run(
    _ name: String, version: String = "", interrupted: String = "stop", with more: [String: String] = [:],
    follows: Bool = false
  ) throws -> CommandResult {
    let job = try #require(all[name])
    let isTag = name == "tagged"
    let reference = isTag ? "1.5.0" : "main"
    let address = server?.remote(repository) ?? "\(world.root)/CoolApp.git"
    try world.setUp(
      "JOB=../job; REMOTE='\(address)'; REFERENCE='\(reference)'; rm -rf ../job; \(host.checkout)")
    let commit = try world.git("rev-parse", "HEAD", directory: "\(world.root)/job")
    var command = try world.martlet([], in: "job")
    let variables =
      follows
      ? host.variables("main", isTag: false, commit: try remote("rev-parse", "1.5.0~"))
      : host.variables(reference, isTag: isTag, commit: commit)
    command.environment.merge(variables) { $1 }
    command.environment["GITHUB_OUTPUT"] = "\(world.root)/outputs"
    command.environment["GITHUB_PATH"] = "\(world.root)/path"
    let input = host.input(name, version: version, interrupted: interrupted)
    command.environment.merge(input.merging(more) { $1 }) { $1 }
    if host == .xcodeCloud { command.environment["CI_PRIMARY_REPOSITORY_PATH"] = "\(world.root)/job" }
    for name in ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"] {
      command.environment["GIT_\(name)"] = nil
    }
    command.environment["MARTLET_PROGRAM"] = command.program
    command.environment["PATH"] = "\(world.root)/bin:\(command.environment["PATH"] ?? "")"
    (command.program, command.arguments) = ("sh", ["-e", "-c", job.script])
    return try command.run()
  }

  /// Returns the outputs of the last job on GitHub, and removes them.
  func takeOutputs() throws -> [String: String] {
    let text = world.folder.read("outputs") ?? ""
    try world.setUp("rm -f ../outputs")
    let matches = text.matches(of: /(\w+)<<\S+\n(.*)\n/)
    return Dictionary(matches.map { (String($0.1), String($0.2)) }) { $1 }
  }

  /// Commits to `main`, like a user of another clone.
  ///
  /// - Parameter file: The file that it adds; nil: the commit is empty.
  func push(_ message: String, to file: String? = nil) throws {
    let write = file.map { "echo '\(message)' > '\($0)'; git add '\($0)'; " } ?? ""
    try world.setUp(
      "git pull -q --rebase; \(write)git commit -q --allow-empty -m '\(message)'; git push -q origin main")
  }

  /// Commits to another branch, like a user of another clone.
  func pushOther(to branch: String, _ message: String) throws {
    try world.setUp(
      """
      rm -rf ../other; git clone -q -b '\(branch)' ../CoolApp.git ../other; cd ../other
      git commit -q --allow-empty -m '\(message)'; git push -q
      """)
  }

  /// The credentials of git in the clone of the last job.
  func credential() throws -> String {
    var command = try world.martlet([], in: "job")
    command.environment["RELEASE_TOKEN"] = "hunter22"
    (command.program, command.arguments) = (
      "sh", ["-c", "printf 'protocol=https\\nhost=git.example.com\\n\\n' | git credential fill"]
    )
    return try command.run().outputText
  }

  /// The git configuration of that clone.
  var configuration: String? { world.folder.read("job/.git/config") }
}
