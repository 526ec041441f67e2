import ArgumentParser
import Environments
import Lanes
import MartletCore
import Steps
import SystemAPI

struct ConfigGenerateCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate the outputs for one environment.",
    usage: "martlet config generate [--env <name> | --configuration <name>] [options]",
    discussion: """
      Examples:
        martlet config generate --env Production
        martlet config generate --env Local --dry-run    show what would change
        martlet config generate --configuration Release
        martlet config generate                          in a build phase of Xcode

      A build configuration has the environment that its .xcconfig file selects. In a build phase, it is that of the \
      build.

      Only files that differ are written. Nothing is committed.
      """)

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    name: .customLong("swift-file"),
    help: ArgumentHelp(
      "Write only the Swift output, to this file, which may be anywhere. For build tools.",
      valueName: "path"))
  var swiftFile: String?

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    guard let swiftFile else {
      let session = try Session(options)
      return try LaneRunner(action, in: session).perform(
        [StepDeclaration(step)], title: "generate", of: session.requiredReleasefile())
    }
    let place = try SettingsContext(options)
    place.session?.workspace.runsPrograms = true
    try write(swiftFile, EnvironmentQuery(place))
  }

  private var step: GenerateConfigStep {
    var step = GenerateConfigStep()
    step.environment = environment.environment.map(Template.init(text:))
    step.configuration = environment.configuration.map(Template.init(text:))
    return step
  }

  /// Writes the Swift output to `file` if it differs. A build output is not part of the project, so there is no plan.
  private func write(_ file: String, _ query: EnvironmentQuery) throws {
    guard let output = query.inputs.declaration.outputs.first(where: { $0.format == .swift }) else {
      throw EnvironmentError([.noSwiftOutput])
    }
    let environment = try query.environment(environment.selection)
    let generated = try query.draft.generatedFiles(of: query.configuration, for: environment, [output])
    let place = file.hasPrefix("/") || options.directory == nil ? file : "\(options.directory ?? ".")/\(file)"
    let url = URL(fileURLWithPath: place)
    let data = Data(generated.map(\.text).joined().utf8)
    var status = stat()
    // Write to a device or a pipe directly instead of replacing it.
    let isStream = stat(place, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    guard isStream || (try? Data(contentsOf: url)) != data else { return }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: isStream ? [] : .atomic)
    } catch {
      let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      throw Failure.unwritableFile(file, reason: code.map { String(cString: strerror($0)) } ?? "\(error)")
    }
  }
}

extension Failure {
  static func unwritableFile(_ path: String, reason: String) -> Failure { Failure("cannot write `\(path)`: \(reason)") }
}
