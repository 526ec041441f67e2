import ArgumentParser
import Lanes
import MartletCore
import MartletManifests
import Steps

struct VersionCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the project's version.",
    usage: "martlet version [options]",
    discussion: """
      Examples:
        martlet version                      only the version
        martlet version --build              only the build number
        martlet version --sites              all places where one of them is written
        martlet version --explain            why, and which places a bump raises
        martlet version --next auto          the version that the commits require

      With several packages, `--next auto` lists those to release, in the order of their dependencies. `--json` prints them \
      for a job matrix, such as GitHub's `strategy.matrix`. Jobs of one wave do not depend on each other.
      """)

  @Flag(help: "List all places where a version or build number is written.")
  var sites = false

  @Flag(help: "Explain the version, and for each place, whether a bump raises it.")
  var explain = false

  @Flag(help: "Print the build number instead.")
  var build = false

  @Option(
    help: ArgumentHelp("Print the version after this change: auto, major, minor …", valueName: "change"))
  var next: String?

  @Option(help: ArgumentHelp("With --next: a pre-release with this identifier, for example beta.", valueName: "name"))
  var prereleaseId: String?

  @Option(help: ArgumentHelp("Use this package of the repository.", valueName: "name"))
  var package: String?

  @Flag(
    name: .customLong("detailed-exit"), help: "With --next auto: exit with status 10 when there is nothing to release.")
  var detailedExit = false

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if explain, sites || build || next != nil {
      throw ValidationError("`--explain` with `--sites`, `--build` or `--next`, expected one of them")
    }
    if sites, build { throw ValidationError("`--sites` and `--build` together, expected one of them") }
    if next != nil, sites || build {
      throw ValidationError("`--next` with `--sites` or `--build`, expected one of them")
    }
    if next == nil, prereleaseId != nil { throw ValidationError("`--prerelease-id` without `--next`, expected both") }
    if next != BumpStep.automatic, detailedExit {
      throw ValidationError("`--detailed-exit` without `--next auto`, expected both")
    }
  }

  func run() throws {
    let session = try Session(options)
    if next == BumpStep.automatic, package == nil, let releasefile = try session.releasefile(),
      !releasefile.packages.isEmpty
    {
      return try printPackages(of: releasefile, in: session)
    }
    let draft = try session.draft(ofPackage: package)
    if let next {
      try printNext(next, of: draft, session.console)
    } else if sites {
      try printSites(of: draft.survey(), in: draft, session.console)
    } else if explain {
      try printExplanation(of: draft.survey(), in: draft, session.console)
    } else if build {
      try printBuild(of: draft, session.console)
    } else {
      let version = try session.writtenVersion(of: draft, onDoubt: session.console.warn(of:))
      try session.console.print(options.json ? VersionReport(version).json() : version.description)
    }
  }

  /// Prints the version on standard output, and the reasons on standard error.
  private func printNext(_ change: String, of draft: Draft, _ console: Console) throws {
    guard change == BumpStep.automatic else {
      let version: Version
      do {
        version = try draft.version().changed(VersionChange(change), prereleaseID: prereleaseId)
      } catch let error as VersionError {
        throw Failure.badChange(error, exit: .usage)
      }
      return try console.print(options.json ? NextVersionReport(version).json() : version.description)
    }
    let next = try NextRelease(of: draft, prereleaseID: prereleaseId)
    if options.json {
      try console.print(NextVersionReport(next, in: draft).json())
    } else {
      try console.print(next.versionOrCurrent(in: draft).description)
      for line in next.explanation { console.note(line.escapedForTerminal()) }
    }
    if detailedExit, next.version == nil { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }

  private func printPackages(of releasefile: Releasefile, in session: Session) throws {
    let answers = try TerminalAnswers([], agrees: false, in: session)
    let matrix = try ReleaseMatrix(releasefile, in: session.context(answers))
    try matrix.print(to: session.console, asJSON: options.json)
    if detailedExit, matrix.jobs.isEmpty { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }

  private func printBuild(of draft: Draft, _ console: Console) throws {
    guard let build = try draft.survey().build else { throw Failure.noBuildNumber }
    try console.print(options.json ? VersionReport(build: build).json() : build.escapedForTerminal())
  }

  private func printExplanation(of survey: VersionSurvey, in draft: Draft, _ console: Console) throws {
    let explanation = try VersionExplanation(of: survey, in: draft)
    guard !options.json else {
      try console.print(VersionExplanationReport(explanation).json())
      return
    }
    try console.print(explanation.summary.escapedForTerminal().wrapped(to: console.width, indentedBy: 2))
    let rows = explanation.candidates.map { candidate in
      [
        candidate.verdict.rawValue, candidate.site.value, candidate.site.role.rawValue,
        candidate.site.place.description, candidate.reason,
      ]
    }
    for line in TextTable(rows, width: console.width).lines { try console.print(line) }
    for line in explanation.remarks { console.note(line.escapedForTerminal()) }
  }

  private func printSites(of survey: VersionSurvey, in draft: Draft, _ console: Console) throws {
    guard !options.json else {
      try console.print(SitesReport(survey).json())
      return
    }
    let sites = survey.readings.flatMap(\.sites)
    guard !sites.isEmpty else { throw Failure.noVersion(in: draft) }
    let rows = sites.map { site in
      [
        site.value, site.kind.rawValue, site.place.description, site.role == .product ? "" : site.role.rawValue,
        site.label,
      ]
    }
    for line in TextTable(rows, width: console.width).lines { try console.print(line) }
  }
}

/// A version or a build number as JSON.
struct VersionReport: Report {
  let schema = 1
  var version: String?
  var build: String?

  init(_ version: Version) { self.version = version.description }

  init(build: String) { self.build = build }
}
