import Foundation
import Lanes

/// A tree that becomes a folder.
struct PreparedFolder: PreparedEffect {
  /// Where it goes.
  enum Place {
    /// Nothing is there, or an empty folder.
    case new(String)
    /// A folder that may have something in it. What is moved into it stays there: nobody could tell it from what was.
    case existing(String)
  }

  let change: Change
  private let export: Export
  private let state: RunState
  private let place: Place
  private let draft: FolderDraft
  private var result: ArchiveResult?

  /// Makes the empty folder beside its place.
  init(_ export: Export, _ place: Place, _ state: RunState) throws {
    self.export = export
    self.place = place
    self.state = state
    switch place {
    case .new(let path):
      draft = try FolderDraft(of: path)
      change = .export([try draft.placement(at: path, time: export.stamp.time)])
    case .existing(let path):
      draft = try FolderDraft(of: path)
      change = .nothing
    }
  }

  mutating func stage() throws {
    do {
      result = try export.produce(to: ArchiveSink(isDigested: false) { _ in }, folder: draft, state)
    } catch {
      draft.remove()
      throw error
    }
  }

  func perform(_ run: inout RunState) throws {
    do {
      switch place {
      case .new(let path): try draft.place(at: path)
      case .existing(let path): try draft.move(into: path)
      }
    } catch {
      draft.remove()
      throw error
    }
    run.result.archives[run.entry] = result
    export.warnOfSkippedSubmodules(run)
  }
}
