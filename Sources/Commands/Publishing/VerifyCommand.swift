import ArgumentParser
import Lanes
import MartletCore
import Steps

struct VerifyCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that a published release matches its tag and its digests.",
    usage: "martlet verify <version> [options]",
    discussion: """
      Examples:
        martlet verify 1.5.0                       the release of version 1.5.0
        martlet verify v1.5.0                      the release of this tag

      Martlet downloads every asset and compares its SHA-256 with the one that the forge reports. It compares the tag on \
      the remote with the local one, and the archives of binary targets with their checksums. Nothing is changed. Any \
      tool may have created the release.
      """)

  @Argument(help: ArgumentHelp("The version, or its tag.", valueName: "version"))
  var version: String

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan) }

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    var step = VerifyReleaseStep()
    step.tag = Template(text: try session.tag(of: version))
    try session.perform([StepDeclaration(step)], title: "verify", action, leavesRecord: false)
  }
}

extension Session {
  /// Returns the tag of that name; if there is none, that of the version.
  func tag(of name: String) throws -> String {
    let draft = try draft()
    if try draft.workspace.tag(named: name) != nil { return name }
    return try (try? Version(name)).map { try draft.tagFormat().tag(for: $0) } ?? name
  }
}
