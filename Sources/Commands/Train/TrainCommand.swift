import ArgumentParser
import Execution
import MartletCore
import Steps

struct TrainCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Release several repositories, dependencies first.",
    usage: "martlet train <file> [options]",
    discussion: """
      Examples:
        martlet train repositories.txt             show the order, prompt, release
        martlet train repositories.txt --dry-run   only show the order
        martlet train repositories.txt --yes -j 4  release up to four at once
        martlet train repositories.txt --only core release one repository

      The file has one folder per line. In each, Package.swift is raised to the releases of the others, then the lane \
      runs. Released repositories are skipped, so the command can be repeated after any failure.
      """)

  private static let defaultLane = "release"

  @Argument(help: "The list of the repositories.", completion: .file())
  var file: String

  @Option(help: "The lane to run in each repository.")
  var lane = Self.defaultLane

  @Option(help: ArgumentHelp("Release only this repository of the list.", valueName: "folder"))
  var only: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The number of repositories to release at once.", valueName: "number"))
  var jobs = 1

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var exit: DetailedExitOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan, exit) }

  func validate() throws {
    if jobs < 1 { throw ValidationError("`--jobs \(jobs)`, expected at least 1") }
  }

  func run() throws {
    let source = try Session.source(of: file, from: options.directory ?? ".")
    let list = try TrainList(source, in: folderOfFile)
    let console = Console(options, environment: Session.processEnvironment)
    if let only, !list.names.contains(only) { throw Failure.notInTrain(only, known: list.names) }
    var run = try TrainRun(list, lane: lane, only: only, jobs: jobs, options: options)
    if !action.dryRun, run.isOpen {
      if !options.json { try console.print(TrainText(run.train).rendered()) }
      try run.confirm(agrees: action.yes)
      try run.perform()
    }
    if options.json {
      try console.print(TrainReport(run.train, run.results).line())
    } else {
      try console.print(TrainText(run.train, run.results).rendered())
    }
    try run.check()
    if !run.isOpen {
      console.note("nothing to release")
      if action.detailedExit { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
    }
  }

  /// The folder of the list, which its lines are relative to.
  private var folderOfFile: String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    return file.hasPrefix("/") ? (parent.isEmpty ? "/" : parent) : "\(options.directory ?? ".")/\(parent)"
  }
}

extension Failure {
  static func notInTrain(_ name: String, known: [String]) -> Failure {
    Failure(
      "`\(name)` is not in the list, expected one of \(known.quotedList)",
      hint: known.nearest(to: name).map { "did you mean `--only \($0.shellWord)`?" }, exit: .usage)
  }
}
