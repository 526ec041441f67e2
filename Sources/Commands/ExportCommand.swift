import Archiving
import ArgumentParser
import Essentials
import Lanes
import Libc
import Steps
import TextEditing

struct ExportCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the tree of a commit as an archive or a folder.",
    usage: "martlet export <revision> (-o <file> | --directory <dir>) [options] [-- <path> ...]",
    discussion: """
      Examples:
        martlet export 1.4.2 -o CoolApp-1.4.2.tar.gz
        martlet export 5b9242d --directory ../other --exclude .nova
        martlet export HEAD -o - --format tar | tar t
        martlet export HEAD -o cool.zip --prefix CoolApp/ -- Sources README.md

      A tar archive has the very bytes of `git archive`. Nothing is checked out.
      """)

  @Argument(help: "The commit, tag or tree, as git names it.")
  var revision: String

  @Option(name: .shortAndLong, help: ArgumentHelp("Write this archive; - is standard output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write this folder, which must not be there or be empty.", valueName: "dir"))
  var directory: String?

  @Flag(help: "Write into the folder even if it has something in it, over files of the same names.")
  var into = false

  @Option(
    help: ArgumentHelp(
      "\(ArchiveFormat.allNames.dropLast().joined(separator: ", ")) or directory; left out, the name of the file tells.",
      valueName: "format"))
  var format: ArchiveFormat?

  @Option(help: ArgumentHelp("Put this before every path; with a slash at its end it is a folder.", valueName: "path"))
  var prefix: String?

  @Option(
    help: ArgumentHelp(
      "Leave out what this matches, as a line of .gitignore does. May be given several times.", valueName: "glob"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("error, skip or include: what becomes of submodules.", valueName: "what"))
  var submodules: ExportOptions.Submodules = .skip

  @Option(help: ArgumentHelp("How hard to compress.", valueName: "number"))
  var level: Int?

  @Option(
    help: ArgumentHelp(
      "libdeflate, the fast one, or zlib, which makes the very bytes of git.", valueName: "name"))
  var compressor: CompressionLibrary = .libdeflate

  @Flag(name: .customLong("no-fast-packs"), help: "Have libgit2 read the packs, too, which takes longer.")
  var noFastPacks = false

  @Flag(help: "Write the SHA-256 beside the file, as FILE.sha256.")
  var checksum = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  @Argument(parsing: .postTerminator, help: ArgumentHelp("Only these paths, as git has them.", valueName: "path"))
  var paths: [String] = []

  func run() throws {
    let goesToOutput = output == "-"
    if goesToOutput {
      guard isatty(STDOUT_FILENO) == 0 else { throw Failure.archiveOnTerminal }
      guard !options.json else { throw Failure.reportBehindArchive }
    }
    var options = options
    // What stands around an archive in a pipe is of no interest.
    if goesToOutput { options.quiet = true }
    let session = try Session(options, for: goesToOutput ? .objectsToOutput : .objects)
    try session.perform(
      [StepDeclaration(step(in: session))], title: "export", of: Releasefile(), action, leavesRecord: false)
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
    step.level = level.map(CompressionLevel.init)
    step.compressor = compressor
    step.usesFastPacks = !noFastPacks
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
extension CompressionLibrary: ExpressibleByArgument {}

extension Failure {
  /// An archive would go to the terminal.
  static let archiveOnTerminal = Failure(
    "standard output is a terminal, and an archive is nothing to read there",
    hint: "name a file with `-o`, or send the output elsewhere", exit: .usage)
  /// An archive and a report would both go to standard output.
  static let reportBehindArchive = Failure("the archive goes to standard output, expected no `--json`", exit: .usage)
}
