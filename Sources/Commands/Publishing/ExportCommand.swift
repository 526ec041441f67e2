import Archiving
import ArgumentParser
import Lanes
import MartletCore
import Steps
import SystemAPI

struct ExportCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the tree of a commit as an archive or a folder.",
    usage: "martlet export <revision> (-o <file> | --directory <dir>) [-- <path> ...]",
    discussion: """
      Examples:
        martlet export 1.4.2 -o CoolApp-1.4.2.tar.gz
        martlet export 5b9242d --directory ../other --exclude .nova
        martlet export HEAD -o - --format tar | tar t
        martlet export HEAD -o cool.zip --prefix CoolApp/ -- Sources README.md

      A tar archive is byte for byte the same as that of `git archive`. Nothing is checked out.
      """)

  @Argument(help: "The commit, tag or tree, in any form that git accepts.", completion: .revision)
  var revision: String

  @Option(name: .shortAndLong, help: ArgumentHelp("Write this archive; - for standard output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write this folder, which must be missing or empty.", valueName: "dir"))
  var directory: String?

  @Flag(help: "Write into the folder even if it is not empty, and replace files of the same names.")
  var into = false

  @Option(
    help: ArgumentHelp(
      "\(ArchiveFormat.allNames.dropLast().joined(separator: ", ")) or directory; by default, from the file name.",
      valueName: "format"))
  var format: ArchiveFormat?

  @Option(help: ArgumentHelp("Put this before every path; end it with a slash to make it a folder.", valueName: "path"))
  var prefix: String?

  @Option(
    help: ArgumentHelp(
      "Leave out the paths that match this .gitignore pattern. Repeatable.", valueName: "glob"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("How to treat submodules: error, skip or include.", valueName: "what"))
  var submodules: ExportOptions.Submodules = .skip

  @Flag(help: "Also write the SHA-256 to FILE.sha256.")
  var checksum = false

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Export only these paths, from the repository's root.", valueName: "path"))
  var paths: [String] = []

  func run() throws {
    let goesToOutput = output == "-"
    if goesToOutput {
      guard isatty(STDOUT_FILENO) == 0 else { throw Failure.archiveOnTerminal }
      guard !options.json else { throw Failure.reportBehindArchive }
    }
    var options = options
    // Progress is of no use while an archive is piped.
    if goesToOutput { options.quiet = true }
    let session = try Session(options, for: goesToOutput ? .objectsToOutput : .objects)
    try LaneRunner(action, in: session).perform(
      [StepDeclaration(step(in: session))], title: "export", of: Releasefile(), leavesRecord: false)
  }

  private func step(in session: Session) -> ExportStep {
    var step = ExportStep()
    step.revision = Template(text: revision)
    step.output = output.map { Template(text: $0) }
    step.directory = directory.map { Template(text: $0) }
    step.isInto = into
    step.format = format
    step.prefix = prefix.map { Template(text: $0) }
    step.excludes = exclude.map { Template(text: $0) }
    step.paths = paths.map { Template(text: $0) }
    step.submodules = submodules
    step.hasChecksum = checksum
    step.isDigested = options.json
    step.base =
      session.directory.hasPrefix("/")
      ? session.directory : "\(FileManager.default.currentDirectoryPath)/\(session.directory)"
    return step
  }
}

extension ArchiveFormat: ExpressibleByArgument {
  package static var allValueStrings: [String] { allNames }
}
extension ExportOptions.Submodules: ExpressibleByArgument {}

extension Failure {
  /// The archive would be written to the terminal.
  static let archiveOnTerminal = Failure(
    "an archive cannot be written to a terminal",
    hint: "name a file with `-o`, or redirect the output", exit: .usage)
  /// Both the archive and the report would be written to standard output.
  static let reportBehindArchive = Failure(
    "`--json` with `-o -`, expected one of them: both write to standard output", exit: .usage)
}
