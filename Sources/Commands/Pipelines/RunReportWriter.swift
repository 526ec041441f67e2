import Essentials
import Lanes
import Libc
import Pipelines
import TextEditing

/// Where the report of a run goes, besides the terminal.
struct RunReportWriter {
  /// The variable that names a folder for files as `--outputs` does.
  static let folderVariable = "MARTLET_OUTPUTS"
  /// What is written there.
  static let fileNames = ["martlet.env", "martlet-result.json"]

  /// Files of GitHub and its kin, which each step gets its own of.
  private let outputs: String?
  private let summary: String?
  private let folder: String?

  /// - Parameter folder: As the command line names it; nil for what the environment says.
  /// - Throws: `OutputError.committed`.
  init(in session: Session, folder: String?) throws {
    // The variables of the process alone: no file of the project says where we write.
    let environment = Session.processEnvironment
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let isGitHubLike = session.pipeline?.system.isGitHubLike == true
    outputs = isGitHubLike ? path("GITHUB_OUTPUT") : nil
    summary = isGitHubLike ? path("GITHUB_STEP_SUMMARY") : nil
    self.folder = (folder ?? path(Self.folderVariable)).map { $0.hasPrefix("/") ? $0 : "\(session.directory)/\($0)" }
    try refuseCommittedFiles(in: session)
  }

  /// What is part of the project is no place for what a run says about itself.
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

  /// Tells of what would be done by `planner`.
  func publish(_ plan: Plan, of planner: Planner, console: Console) {
    var report = RunReport(of: planner)
    report.append(plan)
    publish(report, console: console)
  }

  /// Writes `report` to all of them. What cannot be written is told as a warning: what was done is done.
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
            + "because a shell would take the value for more than text", severity: .warning)
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
