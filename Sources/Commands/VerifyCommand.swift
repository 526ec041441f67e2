import ArgumentParser
import Lanes
import MartletTextEditing
import MartletVersioning
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
    step.tag = Template(text: try tag(in: session))
    try session.perform([StepDeclaration(step)], title: "verify", action, leavesRecord: false)
  }

  private func tag(in session: Session) throws -> String {
    let draft = try session.draft()
    if try draft.workspace.tag(named: version) != nil { return version }
    return try (try? Version(version)).map { try draft.tagFormat().tag(for: $0) } ?? version
  }
}
