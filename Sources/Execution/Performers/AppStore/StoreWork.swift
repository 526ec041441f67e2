import Lanes
import MartletCore

/// Work at App Store Connect that is done by comparing and writing only the difference.
///
/// After each write everything is read again. So a lost answer needs no special rule, and what another user or an earlier
/// process has done is not done again.
protocol StoreWork {
  var client: AppStoreClient { get }

  /// Reads what Apple has; returns the first write that is missing, or nil if nothing is.
  ///
  /// - Throws: Why the work cannot be done.
  func next() throws -> AppStoreRequest?
}

extension StoreWork {
  /// Performs all missing writes, each at most once.
  func perform(in workspace: Workspace) throws {
    var sent: [AppStoreRequest] = []
    var reads = 0
    var lost: Failure?
    do {
      while let write = try next() {
        if sent.contains(write) {
          // Apple may show a change some seconds late.
          var wait = PollingWait(client.session, limit: 60, title: "Apple shows the change late")
          reads += 1
          guard reads < 6, lost == nil, try wait.next(in: workspace) else {
            throw lost ?? Failure.invisibleWrite(write.title)
          }
          continue
        }
        // More than all locales and groups of an app need: what Apple shows changes with each read.
        guard sent.count < 1_000 else { throw Failure.invisibleWrite(write.title) }
        reads = 0
        sent.append(write)
        let result = try client.session.send(write)
        if case .maybeDone(let failure) = result {
          lost = failure
        } else {
          lost = nil
          _ = try result.get()
        }
      }
    } catch {
      // The first write that is refused has changed nothing.
      guard sent.count > 1 || lost != nil else { throw error }
      throw UnfinishedStoreWork(failure: Failure(of: error))
    }
  }

  /// - Throws: `UnreadableForge` if Apple cannot be read.
  func state() throws -> ChangeState {
    do {
      return try next() == nil ? .done : .notDone
    } catch {
      throw UnreadableForge(failure: Failure(of: error))
    }
  }
}

/// Something of an effect is at Apple, or may be, although it failed.
struct UnfinishedStoreWork: ExplainedError {
  let failure: Failure
}

/// A change at App Store Connect that `StoreWork` can continue at any time.
enum StoreChange: ChangeValue, Hashable, Sendable, Codable {
  case test(BetaTest)
  case release(StoreRelease)

  func state(in workspace: Workspace) throws -> ChangeState {
    do {
      return try work(in: workspace).state()
    } catch let error as UnreadableForge {
      throw error
    } catch {
      throw UnreadableForge(failure: Failure(of: error))
    }
  }

  func work(in workspace: Workspace, _ reporter: (any RunReporter)? = nil) throws -> any StoreWork {
    switch self {
    case .test(let test): BetaWork(test, try workspace.appStore(test.build.app, reporter))
    case .release(let release): StoreReleaseWork(release, try workspace.appStore(release.build.app, reporter))
    }
  }
}

/// Performs a change at App Store Connect.
struct StorePerformer: EffectPerformer {
  let change: StoreChange

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    switch try change.work(in: workspace) {
    case let work as BetaWork: try work.check()
    case let work as StoreReleaseWork: try work.check()
    default: break
    }
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? { nil }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    PreparedAction(.store(change)) { run in
      try change.work(in: workspace, run.reporter).perform(in: workspace)
    }
  }
}

extension Failure {
  fileprivate static func invisibleWrite(_ title: String) -> Failure {
    Failure(
      "App Store Connect has accepted \(title), and does not show the change",
      hint: "run the command again: it reads what is there, and writes only what is missing", code: .unknownOutcome)
  }
}
