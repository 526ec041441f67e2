import Lanes
import MartletCore

/// An archive that becomes a file, with an optional checksum file beside it.
struct PreparedArchive: PreparedEffect {
  let change: Change
  private let export: Export
  private let state: RunState
  private let file: ArchiveFile
  private let checksum: ArchiveFile?
  private var result: ArchiveResult?

  /// Creates the empty drafts.
  init(_ export: Export, at path: String, _ state: RunState) throws {
    self.export = export
    self.state = state
    let token = state.folder.token(of: state.entry)
    file = try ArchiveFile(path, token: token)
    do {
      checksum =
        try export.write.terms.hasChecksum ? ArchiveFile("\(file.path).sha256", token: "\(token).sha256") : nil
    } catch {
      file.discard()
      throw error
    }
    do {
      let placements = [
        try file.placement(keepingAs: .archive, in: state), try checksum?.placement(keepingAs: .checksum, in: state),
      ]
      change = placements.allSatisfy { $0 == nil } ? .nothing : .export(placements.compactMap { $0 })
    } catch {
      checksum?.discard()
      file.discard()
      throw error
    }
  }

  mutating func stage() throws {
    let written = try export.produce(to: ArchiveSink(isDigested: export.isDigested, file.append), folder: nil, state)
    try file.finish()
    if let checksum, let digest = written.digest {
      try checksum.append(Array("\(digest.hex)  \(file.path.lastPart)\n".utf8))
      try checksum.finish()
    }
    result = written
  }

  func perform(_ run: inout RunState) throws {
    try file.moveIntoPlace()
    try checksum?.moveIntoPlace()
    run.outcome.archive = result
    export.warnOfSkippedSubmodules(run)
    guard export.write.terms.isAwaited, let path = export.write.path else { return }
    run.outcome.artifacts = try BuiltArtifacts.keep([path], at: [file.path], in: run.folder)
  }
}

/// An archive that is written to the output of the run's reporter.
struct PreparedOutput: PreparedEffect {
  let change = Change.nothing
  private let export: Export

  init(_ export: Export) {
    self.export = export
  }

  func perform(_ run: inout RunState) throws {
    run.outcome.archive = try export.produce(
      to: ArchiveSink(isDigested: export.isDigested, run.reporter.writeOutput), folder: nil, run)
    export.warnOfSkippedSubmodules(run)
  }
}
