import ArgumentParser
import Environments
import Essentials
import Lanes
import Libc
import Steps
import TextEditing

struct ConfigGenerateCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write what is made of the configuration of one environment.",
    usage: "martlet config generate [--env <name> | --configuration <name>] [options]",
    discussion: """
      Examples:
        martlet config generate --env Production
        martlet config generate --configuration Release    as its .xcconfig file says
        martlet config generate                            in a build phase of Xcode, as the build says
        martlet config generate --env Local --dry-run      show what would change

      Only files that differ are written. Nothing is committed.
      """)

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    name: .customLong("swift-file"),
    help: ArgumentHelp(
      "Write the Swift output to this file alone, wherever it is, for build tools. Nothing else is changed.",
      valueName: "path"))
  var swiftFile: String?

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    guard let swiftFile else {
      let session = try Session(options)
      return try session.perform(
        [StepDeclaration(step)], title: "generate", of: session.requiredReleasefile(), action)
    }
    try write(swiftFile, EnvironmentQuery(options))
  }

  private var step: GenerateConfigStep {
    var step = GenerateConfigStep()
    step.environment = environment.environment.map(Template.init(text:))
    step.configuration = environment.configuration.map(Template.init(text:))
    return step
  }

  /// A file of a build is no part of the project: it is written as compilers write theirs, only where it differs.
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
    // A device or a pipe stays what it is.
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
