import ArgumentParser
import Execution
import Lanes
import Steps
import TextEditing

struct ConfigSetCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Give a build setting a value in .xcconfig files and projects; every other byte stays.",
    usage: "martlet config set <key>=<value> <file> ... [options]",
    discussion: """
      Examples:
        martlet config set BASE_URL=https://api.example.com Release.xcconfig
        martlet config set 'FLAGS=$(inherited) -DDEBUG' App.xcodeproj --config Debug
        martlet config set --append OTHER_LDFLAGS=-ObjC 'Pods/**/*.debug.xcconfig'

      The value is build-setting text: `$(inherited)` means what it says, `$$` is a
      dollar, and `//` is written so that it does not begin a comment. Files may be
      patterns with `*`, `?` and `**`.
      """)

  @Argument(help: ArgumentHelp("The setting, for example A=1 or 'A[sdk=iphoneos*]=1'.", valueName: "key=value"))
  var assignment: String

  @Argument(help: ArgumentHelp("The .xcconfig files and .xcodeproj projects.", valueName: "file"))
  var files: [String]

  @Option(
    name: [.customLong("config"), .customLong("configuration")],
    help: ArgumentHelp(
      "Only in this build configuration: a condition in a file, the one of this name in a project.", valueName: "name"))
  var configurationName: String?

  @Option(
    help: ArgumentHelp(
      "The target of a project, otherwise the project itself. May be given several times.", valueName: "name"))
  var target: [String] = []

  @Flag(help: "Add words to the value unless it has them, and leave the rest.")
  var append = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let (key, value) = try keyAndValue()
    let session = try Session(options)
    var step = SetBuildSettingStep()
    step.setting = Template(text: key)
    if append { step.words = Template(text: value) } else { step.value = Template(text: value) }
    step.patterns = try files.map { Template(text: try session.pathFromTop(of: $0)) }
    step.configuration = configurationName.map(Template.init(text:))
    step.targets = target.map(Template.init(text:))
    try session.perform([StepDeclaration(step)], title: "config set", action)
  }

  /// What stands before and behind the first `=` outside of brackets.
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
  /// `name`, a path or a pattern as the command line has it, as it is read from the repository's folder.
  fileprivate func pathFromTop(of name: String) throws -> String {
    guard let top = HostFiles.path(".", from: workspace.root), let path = HostFiles.path(name, from: directory),
      path.string.hasPrefix(top.string + "/")
    else { throw Failure.missingFile(name) }
    return String(path.string.dropFirst(top.string.count + 1))
  }
}
