import Processes

/// Where jobs wait to be taken, and what comes of them to be taken in order: all that the threads of an export share.
///
/// Jobs are begun in the order in which they were added. A thread that has more to hand over than fits waits until the
/// pieces before have been taken, so that memory stays bounded. Everything is behind one lock.
final class ExportFloor: @unchecked Sendable {
  private struct Line {
    var pieces: [ExportPiece] = []
    var byteCount = 0
    var failure: (any Error)?
  }

  private let monitor = Monitor()
  private var waiting: [(number: Int, job: ExportJob)] = []
  private var lines: [Int: Line] = [:]
  private var isClosed = false
  private var workerCount = 0

  /// How many bytes of one job may wait to be taken.
  private static let pieceLimit = 4 << 20

  /// Adds a job under a number of its own; jobs of a lower number are taken first.
  func add(_ job: ExportJob, number: Int) {
    monitor.withLock {
      waiting.append((number, job))
      monitor.tellAll()
    }
  }

  /// A job to do; nil when there will be none any more.
  func take() -> (number: Int, job: ExportJob)? {
    monitor.withLock {
      while waiting.isEmpty, !isClosed { monitor.wait() }
      guard !isClosed else { return nil }
      return takeFirst()
    }
  }

  /// A job to do, if one is waiting under a number below `limit`.
  func takeWaiting(below limit: Int) -> (number: Int, job: ExportJob)? {
    monitor.withLock { waiting.contains { $0.number < limit } ? takeFirst() : nil }
  }

  private func takeFirst() -> (number: Int, job: ExportJob)? {
    guard let index = waiting.indices.min(by: { waiting[$0].number < waiting[$1].number }) else { return nil }
    return waiting.remove(at: index)
  }

  /// Hands over what came of the job `number` so far.
  ///
  /// - Throws: `Closed` when nobody wants it any more.
  func deliver(_ piece: ExportPiece, of number: Int) throws(Closed) {
    try monitor.withLock { () throws(Closed) in
      while !isClosed, let line = lines[number], line.byteCount > Self.pieceLimit { monitor.wait() }
      guard !isClosed else { throw Closed() }
      lines[number, default: Line()].pieces.append(piece)
      lines[number, default: Line()].byteCount += piece.bytes.count
      monitor.tellAll()
    }
  }

  func fail(_ error: any Error, of number: Int) {
    monitor.withLock {
      lines[number, default: Line()].failure = error
      monitor.tellAll()
    }
  }

  /// What has come of the job `number` and was not taken yet, and its failure; empty when nothing has.
  func takePieces(of number: Int) -> (pieces: [ExportPiece], failure: (any Error)?) {
    monitor.withLock {
      guard let line = lines[number] else { return ([], nil) }
      lines[number] = nil
      monitor.tellAll()
      return (line.pieces, line.failure)
    }
  }

  /// Waits until something has come of one of `numbers`, or a moment has passed.
  func wait(forOneOf numbers: [Int], until moment: ContinuousClock.Instant) {
    monitor.withLock {
      while !numbers.contains(where: { lines[$0] != nil }) {
        if !monitor.wait(until: moment) { return }
      }
    }
  }

  /// Starts a thread that calls `work` once.
  ///
  /// - Returns: false where none could be had.
  func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    monitor.withLock { workerCount += 1 }
    let hasBegun = Threads.begin {
      work()
      self.leave()
    }
    if !hasBegun { leave() }
    return hasBegun
  }

  private func leave() {
    monitor.withLock {
      workerCount -= 1
      monitor.tellAll()
    }
  }

  /// Ends: no job is given out any more, and all threads have stopped when it returns.
  func close() {
    monitor.withLock {
      isClosed = true
      monitor.tellAll()
      while workerCount > 0 { monitor.wait() }
    }
  }

  /// Nobody waits for what was to be delivered.
  struct Closed: Error {}
}
