import ArgumentParser
import MartletCore
import Steps

struct CIMatrixCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Print the packages to release, as a job matrix for a CI system.",
    usage: "martlet ci matrix [options]",
    discussion: """
      Examples:
        martlet ci matrix                    one line each, with the next version
        martlet ci matrix --json             for GitHub's `strategy.matrix`, or `jq`
        martlet ci matrix --detailed-exit    exit with status 10 if the list is empty

      A package is listed if `bump: auto` would raise its version. Jobs of one wave do not depend on each other.
      """)

  @Flag(name: .customLong("detailed-exit"), help: "Exit with status 10 when there is nothing to release.")
  var detailedExit = false

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let answers = try TerminalAnswers([], agrees: false, in: session)
    let matrix = try ReleaseMatrix(session.requiredReleasefile(), in: session.context(answers))
    let console = session.console
    if options.json {
      try console.print(ReleaseMatrixReport(matrix).line())
    } else if matrix.jobs.isEmpty {
      console.note("nothing to release")
    } else {
      let rows = [["Wave", "Package", "Version", "Tag", "Needs"]] + matrix.jobs.map(\.row)
      for (index, line) in TextTable(rows).lines.enumerated() {
        try console.print(index == 0 ? console.styled(line, .strong) : line)
      }
    }
    if detailedExit, matrix.jobs.isEmpty { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }
}

extension ReleaseMatrix.Job {
  fileprivate var row: [String] {
    let raise = version.previous.map { "\($0) → \(version.current)" } ?? version.current.description
    return ["\(wave)", package, raise, tag, needs.joined(separator: ", ")]
  }
}

/// The job matrix as JSON.
///
/// `include` has the form of GitHub's `strategy.matrix`. GitHub rejects an empty list, so check `release` first.
struct ReleaseMatrixReport: Report {
  struct Job: Encodable {
    let package: String
    /// The folder of the package, `.` for the repository's root.
    let path: String
    /// Left out for the first version.
    let current: String?
    let next: String
    let tag: String
    let needs: [String]
    let wave: Int
  }

  struct Wave: Encodable {
    let include: [Job]
  }

  let schema = 1
  let release: Bool
  let include: [Job]
  let waves: [Wave]

  init(_ matrix: ReleaseMatrix) {
    release = !matrix.jobs.isEmpty
    include = matrix.jobs.map(Job.init)
    waves = matrix.waves.map { Wave(include: $0.map(Job.init)) }
  }
}

extension ReleaseMatrixReport.Job {
  fileprivate init(_ job: ReleaseMatrix.Job) {
    package = job.package
    path = job.folder?.string ?? "."
    current = job.version.previous?.description
    next = job.version.current.description
    tag = job.tag
    needs = job.needs
    wave = job.wave
  }
}
