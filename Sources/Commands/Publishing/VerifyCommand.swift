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
        martlet verify                             the newest release
        martlet verify 1.5.0                       the release of version 1.5.0
        martlet verify v1.5.0                      the release of this tag
        martlet verify 1.5.0 --package Core        the release of a package

      Martlet downloads every asset and compares its SHA-256 with the record of the run, the checksum files among the \
      assets, and the digest that the forge reports; each line names what it was compared with. It compares the tag on \
      the remote with the local one, and the archives of binary targets with their checksums; of the newest release also the \
      tap or site with the record of the run. With `--signers`, the tag and `SHA256SUMS` have to be signed by ssh with one \
      of these keys, and `SHA256SUMS` has to list every other asset; without it, who released is unknown. Any tool may have \
      created the release. The status is 1 if something is missing, replaced or unexpected.
      """)

  @Argument(help: ArgumentHelp("The version, or its tag; left out, the newest.", valueName: "version"))
  var version: String?

  @Option(help: ArgumentHelp("Use this package of the repository.", valueName: "name"))
  var package: String?

  @Option(
    help: ArgumentHelp(
      "Require signatures by keys in this file; its format is that of ALLOWED SIGNERS in ssh-keygen(1).",
      valueName: "file"))
  var signers: String?

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
    let newest = try version == nil ? draft.newestTag() : try? draft.newestTag()
    guard let tag = try version.map(draft.tag(of:)) ?? newest else { throw try session.noReleaseTag() }
    var step = VerifyReleaseStep(of: tag)
    step.isNewest = tag == newest
    step.listingLane = try session.listingLane(ofTag: tag)
    step.signers = signers.map { Template(text: $0.hasPrefix("/") ? $0 : "\(session.directory)/\($0)") }
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
  /// The lane that publishes releases in the Releasefile of the tag, if every such lane publishes checksums with them.
  fileprivate func listingLane(ofTag tag: String) throws -> String? {
    guard let commit = try workspace.tag(named: tag)?.target else { return nil }
    for path in Releasefile.fileNames.compactMap(RelativePath.init) {
      guard let bytes = try workspace.contents(of: path, in: commit) else { continue }
      // An older file may have a form that is not read any more.
      guard let releasefile = try? Releasefile(SourceText(path: path, fileBytes: bytes), vocabulary: .standard) else {
        return nil
      }
      let lanes = releasefile.publicLanes.filter { lane in
        releasefile.steps(ofLaneNamed: lane.name).contains { $0.step is PublishReleaseStep }
      }
      return lanes.allSatisfy(\.publishesChecksums) ? lanes.first?.name : nil
    }
    return nil
  }

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

extension Lane {
  /// Whether the lane writes a list of checksums under no condition, and publishes it. The lanes that it calls do not count,
  /// because the call may have a condition.
  fileprivate var publishesChecksums: Bool {
    let steps = steps.filter { $0.condition == nil }.flatMap(\.withNestedSteps)
    return steps.contains { list in
      guard list.condition == nil, let path = (list.step as? ChecksumsStep)?.output.literal.flatMap(RelativePath.init)
      else { return false }
      return steps.contains { publication in
        guard let step = publication.step as? PublishReleaseStep else { return false }
        guard let assets = step.assets else { return true }
        return assets.compactMap(\.literal).contains { $0 == list.id || PathPattern($0)?.matches(path) == true }
      }
    }
  }
}
