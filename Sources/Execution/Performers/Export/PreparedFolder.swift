import Lanes

/// A tree that becomes a folder.
struct PreparedFolder: PreparedEffect {
  /// The destination.
  enum Place {
    /// A missing or empty folder.
    case new(String)
    /// A folder that may have contents. Files moved into it stay, because they cannot be distinguished from the others.
    case existing(String)
  }

  let change: Change
  private let export: Export
  private let state: RunState
  private let place: Place
  private let draft: FolderDraft
  private var result: ArchiveResult?

  /// Creates the empty draft.
  init(_ export: Export, _ place: Place, _ state: RunState) throws {
    self.export = export
    self.place = place
    self.state = state
    let token = state.folder.token(of: state.entry)
    switch place {
    case .new(let path):
      draft = try FolderDraft(of: path, token: token)
      change = .export([try draft.placement(at: path, time: export.stamp.time)])
    case .existing(let path):
      draft = try FolderDraft(of: path, token: token)
      change = .exportInto(draft)
    }
  }

  mutating func stage() throws {
    result = try export.produce(to: ArchiveSink(isDigested: false) { _ in }, folder: draft, state)
  }

  func perform(_ run: inout RunState) throws {
    switch place {
    case .new(let path): try draft.place(at: path)
    case .existing(let path): try draft.move(into: path)
    }
    run.outcome.archive = result
    export.warnOfSkippedSubmodules(run)
  }
}
