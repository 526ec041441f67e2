import MartletCore
import Steps

extension ReleaseMatrix {
  /// Prints the packages with changes to release, in the order of their releases.
  func print(to console: Console, asJSON: Bool) throws {
    guard !asJSON else { return try console.print(ReleaseMatrixReport(self).line()) }
    guard !jobs.isEmpty else { return console.note("nothing to release") }
    let rows = [["Wave", "Package", "Version", "Tag", "Needs"]] + jobs.map(\.row)
    for (index, line) in TextTable(rows).lines.enumerated() {
      try console.print(index == 0 ? console.styled(line, .strong) : line)
    }
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
