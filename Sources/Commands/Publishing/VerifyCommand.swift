import ArgumentParser
import Lanes
import MartletCore
import Steps

struct VerifyCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that a published release is what was released.",
    usage: "martlet verify [<version>] [options]",
    discussion: """
      Examples:
        martlet verify --signers keys              the newest release
        martlet verify 1.5.0 --signers keys        the release of version 1.5.0

      Martlet compares repository, tag, commit and every asset with the signed statement of the release, `release.intoto.json`, \
      and the archives of binary targets with their checksums. A key in the file of `--signers` that is valid now must have \
      signed it; `# revoked: KEY` in that file, or in `allowed_signers` on the default branch, revokes a key. Without \
      `--signers`, the signer is unknown: the status is 1, also if everything agrees. Title and notes are in no statement.
      """)

  @Argument(help: ArgumentHelp("The version, or its tag; left out, the newest.", valueName: "version"))
  var version: String?

  @Option(help: ArgumentHelp("Use this package of the repository.", valueName: "name"))
  var package: String?

  @Option(
    help: ArgumentHelp(
      "The keys that may sign, as a file in the format of ALLOWED SIGNERS in ssh-keygen(1).", valueName: "file"))
  var signers: String?

  @Option(
    help: ArgumentHelp("The repository's address when the release was made, if it has moved.", valueName: "address"))
  var repository: String?

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    // The form of the tags may be unknown in a project that names the release to verify.
    let draft = try package.map { try session.draft(ofPackage: $0) } ?? session.draft()
    guard let tag = try version.map(draft.tag(of:)) ?? draft.newestTag() else { throw try session.noReleaseTag() }
    var step = VerifyReleaseStep(of: tag)
    step.audit = ReleaseVerification.Audit()
    step.audit?.signers = signers.map { $0.hasPrefix("/") ? $0 : "\(session.directory)/\($0)" }
    step.audit?.formerAddress = repository
    try LaneRunner(action, in: session).perform([StepDeclaration(step)], title: "verify", leavesRecord: false)
  }
}

extension Draft {
  /// Returns the tag of the highest version; nil if there is none.
  fileprivate func newestTag() throws -> String? {
    let format = try tagFormat()
    let tags = try tags().keys.compactMap { tag in format.version(of: tag).map { (tag, $0) } }
    return tags.max { $0.1.sortsBefore($1.1) }?.0
  }

  /// Returns the tag of that name; if there is none, that of the version.
  func tag(of name: String) throws -> String {
    if try workspace.tag(named: name) != nil { return name }
    return try (try? Version(name)).map(tag(for:)) ?? name
  }
}

extension Session {
  fileprivate func noReleaseTag() throws -> Failure {
    let packages = try releasefile()?.packages ?? []
    let tags = try draft().tags().keys.sorted().filter { tag in
      packages.contains { $0.tagFormat.version(of: tag) != nil }
    }
    return Failure(
      "no tag of a version to verify",
      hint: tags.last.map { "name the release of a package, such as `martlet verify \($0)`" }
        ?? "fetch the tags with `git fetch --tags`, or name the tag of a release")
  }
}
