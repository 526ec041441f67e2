import Archiving
import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// A repository and exports of it.
struct Exporting {
  let sandbox: GitSandbox

  init() throws { sandbox = try GitSandbox() }

  init(_ sandbox: GitSandbox) {
    self.sandbox = sandbox
  }

  /// Exports `revision` with the given options to a file of the sandbox, or a folder.
  @discardableResult
  func export(
    _ revision: String = "HEAD", _ format: ArchiveFormat = .tar, to name: String = "ours",
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ArchiveResult {
    let path = "\(sandbox.folder.path)/\(name)"
    return try export(revision, format, to: format == .directory ? .folder(path) : .file(path), change)
  }

  @discardableResult
  func export(
    _ revision: String, _ format: ArchiveFormat, to destination: ArchiveWrite.Destination,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ArchiveResult {
    let workspace = try Workspace(repositoryContaining: sandbox.path, environment: sandbox.environment)
    var terms = ExportOptions()
    change(&terms)
    let write = ArchiveWrite(try workspace.archiveSource(of: revision), as: format, to: destination, terms)
    let plan = Release.plan([.writeArchive(write)])
    let receipt = try Transaction.prepare(PlannedStage(plan), in: workspace, beginning: RunStart(title: "export"))
      .apply()
    receipt.end(.done)
    return try #require(receipt.outcomes[1]?.archive)
  }

  /// The bytes of a file of the sandbox.
  func bytes(_ name: String = "ours") throws -> [UInt8] {
    try #require(sandbox.folder.bytes(of: name), "no file \(name)")
  }

  /// The output of `git archive` for the same.
  func git(_ arguments: String...) throws -> [UInt8] {
    let result = try sandbox.run("git", ["archive"] + arguments)
    #expect(result.succeeded, "\(result.errorText)")
    return result.output
  }

  /// The error of a failed export, which leaves nothing behind.
  func failure(
    _ revision: String = "HEAD", _ format: ArchiveFormat = .tar, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    let before = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).sorted()
    let error = #expect(throws: (any Error).self) { try export(revision, format, change) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).sorted() == before)
    return error.map { Self.words(of: $0) } ?? "exported"
  }

  /// The message of an error, without the state of the run.
  static func words(of error: any Error) -> String {
    guard let error = error as? any ExplainedError else { return "\(error)" }
    let lines = error.diagnostics.map { $0.rendered() }.joined(separator: "\n").split(separator: "\n")
    return lines.filter { !$0.contains("stopped at entry") }.joined(separator: "\n")
  }
}
