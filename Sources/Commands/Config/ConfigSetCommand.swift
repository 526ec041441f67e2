import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps

struct ConfigSetCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a build setting in .xcconfig files and projects; all other bytes stay the same.",
    usage: "martlet config set <key>=<value> <file> ... [options]",
    discussion: """
      Examples:
        martlet config set BASE_URL=https://api.example.com Release.xcconfig
        martlet config set 'FLAGS=$(inherited) -DDEBUG' App.xcodeproj --config Debug
        martlet config set --append OTHER_LDFLAGS=-ObjC 'Pods/**/*.debug.xcconfig'

      The value is build-setting text: `$(inherited)` is expanded, `$$` is a dollar \
      sign, and `//` is escaped so that it does not begin a comment. Files may be \
      patterns with `*`, `?` and `**`.
      """)

  @Argument(help: ArgumentHelp("The setting, for example A=1 or 'A[sdk=iphoneos*]=1'.", valueName: "key=value"))
  var assignment: String

  @Argument(help: ArgumentHelp("The .xcconfig files and .xcodeproj projects.", valueName: "file"))
  var files: [String]

  @Option(
    name: [.customLong("config"), .customLong("configuration")],
    help: ArgumentHelp(
      "Set it only for this build configuration: as a condition in a file, in the configuration of a project.",
      valueName: "name"))
  var configurationName: String?

  @Option(
    help: ArgumentHelp(
      "The target of a project; by default, the project itself. Repeatable.", valueName: "name"))
  var target: [String] = []

  @Flag(help: "Append the words that the value does not contain yet.")
  var append = false

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let (key, value) = try keyAndValue()
    let session = try Session(options)
    var step = SetBuildSettingStep()
    step.setting = Template(text: key)
    if append { step.words = Template(text: value) } else { step.value = Template(text: value) }
    step.patterns = try files.map { Template(text: try session.pathFromTop(of: $0)) }
    step.configuration = configurationName.map(Template.init(text:))
    step.targets = target.map(Template.init(text:))
    try LaneRunner(action, in: session).perform([StepDeclaration(step)], title: "config set")
  }

  /// Splits the argument at the first `=` outside of brackets.
  private func keyAndValue() throws(SettingsCommandError) -> (key: String, value: String) {
    var isInCondition = false
    for index in assignment.indices {
      switch assignment[index] {
      case "[": isInCondition = true
      case "]": isInCondition = false
      case "=" where !isInCondition:
        return (String(assignment[..<index]), String(assignment[assignment.index(after: index)...]))
      default: break
      }
    }
    throw .noAssignment(assignment)
  }
}

extension Session {
  /// Returns the path or pattern `name` of the command line, relative to the repository's root.
  fileprivate func pathFromTop(of name: String) throws -> String {
    guard let top = HostFiles.path(".", from: workspace.root), let path = HostFiles.path(name, from: directory),
      path.string.hasPrefix(top.string + "/")
    else { throw Failure.missingFile(name) }
    return String(path.string.dropFirst(top.string.count + 1))
  }
}
