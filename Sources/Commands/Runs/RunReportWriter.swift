import Lanes
import MartletCore
import SystemAPI

/// Writes the report of a run to files for CI systems.
struct RunReportWriter {
  /// The variable that names the folder of the result files, like `--outputs`.
  static let folderVariable = "MARTLET_OUTPUTS"
  /// The names of the result files.
  static let fileNames = ["martlet.env", "martlet-result.json"]

  /// Files of GitHub Actions and compatible systems; each step has separate ones.
  private let outputs: String?
  private let summary: String?
  private let folder: String?

  /// - Parameter folder: The value of `--outputs`; nil to use the environment.
  /// - Throws: `OutputError.committed`.
  init(in session: Session, folder: String?) throws {
    // Only the environment of the process: files of the project must not choose the destination.
    let environment = Session.processEnvironment
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let isGitHubLike = session.pipeline?.system.isGitHubLike == true
    outputs = isGitHubLike ? path("GITHUB_OUTPUT") : nil
    summary = isGitHubLike ? path("GITHUB_STEP_SUMMARY") : nil
    self.folder = (folder ?? path(Self.folderVariable)).map { $0.hasPrefix("/") ? $0 : "\(session.directory)/\($0)" }
    try refuseCommittedFiles(in: session)
  }

  /// Refuses result files that would overwrite committed files.
  private func refuseCommittedFiles(in session: Session) throws {
    guard let folder, let head = try session.workspace.head().commit else { return }
    let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
    let root = URL(fileURLWithPath: session.workspace.root).resolvingSymlinksInPath().standardizedFileURL.path
    guard real == root || real.hasPrefix(root + "/") else { return }
    for name in Self.fileNames {
      guard let path = RelativePath(String("\(real)/\(name)".dropFirst(root.count + 1))) else { continue }
      if try session.workspace.contents(of: path, in: head) != nil { throw OutputError.committed(path) }
    }
  }

  /// Writes the report of `plan`, before anything is done.
  func publish(_ plan: Plan, of planner: Planner, console: Console) {
    var report = RunReport(of: planner)
    report.append(plan)
    publish(report, console: console)
  }

  /// Writes `report` to all destinations. Write errors are warnings, because the run itself is over.
  func publish(_ report: RunReport, console: Console) {
    if let outputs {
      let delimiter = "martlet_\(UUID().uuidString)"
      write(outputs, console) { try Self.append(report.gitHubOutputs(delimiter: delimiter), to: $0) }
    }
    if let summary {
      write(summary, console) { try Self.append(RunSummary(report, console: console).markdown() + "\n", to: $0) }
    }
    guard let folder else { return }
    let environment = report.environmentFile()
    if !environment.omitted.isEmpty {
      console.report([
        Diagnostic(
          "left out of `martlet.env`: \(environment.omitted.map { "`\($0)`" }.joined(separator: ", ")), "
            + "because a shell would interpret the value", severity: .warning)
      ])
    }
    write(folder, console) { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(environment.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/martlet.env"), options: .atomic)
      let result = try ResultReport(report, console: console).json() + "\n"
      try Data(result.utf8).write(to: URL(fileURLWithPath: "\(folder)/martlet-result.json"), options: .atomic)
    }
  }

  private func write(_ path: String, _ console: Console, _ body: (String) throws -> Void) {
    do {
      try body(path)
    } catch {
      console.warn(of: OutputError.unwritable(path))
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    try WritableStream(descriptor: descriptor).write(text)
  }
}
