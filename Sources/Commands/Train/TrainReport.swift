import MartletCore
import Steps

/// A train as text: a line for each repository.
struct TrainText {
  private let train: ReleaseTrain
  private let results: [String: TrainRun.Result]

  init(_ train: ReleaseTrain, _ results: [String: TrainRun.Result] = [:]) {
    (self.train, self.results) = (train, results)
  }

  func rendered() -> String {
    let rows = train.jobs.map { job in
      [
        "\(job.wave)", job.repository.name, job.repository.released?.description ?? "none",
        results[job.repository.name]?.text ?? job.state, job.needs.joined(separator: ", "),
      ]
    }
    return TextTable([["Wave", "Repository", "Version", "State", "Needs"]] + rows).lines.joined(separator: "\n")
  }
}

extension ReleaseTrain.Job {
  fileprivate var state: String {
    if repository.hasUnfinishedRun { return "run has stopped" }
    return isOpen ? "to release" : "released"
  }
}

extension TrainRun.Result {
  fileprivate var text: String {
    switch self {
    case .released(let version): "released \(version)"
    case .nothingToRelease: "nothing to release"
    case .failed: "failed"
    case .waiting(let name): "waits for \(name)"
    }
  }

  fileprivate var name: String {
    switch self {
    case .released: "released"
    case .nothingToRelease: "nothing"
    case .failed: "failed"
    case .waiting: "waiting"
    }
  }
}

/// A train as JSON.
///
/// The `include` of a wave has the form of GitHub's `strategy.matrix`, with at most 256 jobs, its limit. Larger waves
/// are split.
struct TrainReport: Report {
  struct Job: Encodable {
    let repository: String
    /// The newest release; left out before the first one.
    let version: String?
    let needs: [String]
    let isOpen: Bool
    /// `released`, `nothing`, `failed` or `waiting`; left out when the repository was not reached.
    let outcome: String?
  }

  struct Reference: Encodable {
    let repository: String
  }

  struct Wave: Encodable {
    let include: [Reference]
  }

  let schema = 1
  /// Whether there is something to release.
  let release: Bool
  let repositories: [Job]
  let waves: [Wave]

  private static let matrixLimit = 256

  init(_ train: ReleaseTrain, _ results: [String: TrainRun.Result]) {
    release = train.jobs.contains(where: \.isOpen)
    repositories = train.jobs.map { Job($0, results[$0.repository.name]) }
    waves = train.waves.flatMap { wave in
      let open = wave.filter(\.isOpen).map { Reference(repository: $0.repository.name) }
      return stride(from: 0, to: open.count, by: Self.matrixLimit).map { start in
        Wave(include: Array(open[start..<min(open.count, start + Self.matrixLimit)]))
      }
    }
  }
}

extension TrainReport.Job {
  fileprivate init(_ job: ReleaseTrain.Job, _ result: TrainRun.Result?) {
    repository = job.repository.name
    needs = job.needs
    isOpen = job.isOpen
    outcome = result?.name
    if case .released(let released) = result {
      version = released.description
    } else {
      version = job.repository.released?.description
    }
  }
}
