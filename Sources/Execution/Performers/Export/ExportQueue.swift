import Archiving
import Git
import Processes

/// A bounded queue of export jobs and their results, shared by all threads of an export.
///
/// Jobs are started in the order in which they were added, and results are taken in order. A thread with more results
/// than fit waits until earlier ones have been taken, so memory stays bounded. One lock protects everything.
final class ExportQueue: @unchecked Sendable {
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

  /// The maximum size of the untaken results of one job, in bytes.
  private static let pieceLimit = 4 << 20

  /// Adds a job with a unique number; jobs with lower numbers are taken first.
  func add(_ job: ExportJob, number: Int) {
    monitor.withLock {
      waiting.append((number, job))
      monitor.broadcast()
    }
  }

  /// Waits for a job; nil when the queue is closed.
  func take() -> (number: Int, job: ExportJob)? {
    monitor.withLock {
      while waiting.isEmpty, !isClosed { monitor.wait() }
      guard !isClosed else { return nil }
      return takeFirst()
    }
  }

  /// Returns a waiting job with a number below `limit`; nil when there is none.
  func takeWaiting(below limit: Int) -> (number: Int, job: ExportJob)? {
    monitor.withLock { waiting.contains { $0.number < limit } ? takeFirst() : nil }
  }

  private func takeFirst() -> (number: Int, job: ExportJob)? {
    guard let index = waiting.indices.min(by: { waiting[$0].number < waiting[$1].number }) else { return nil }
    return waiting.remove(at: index)
  }

  /// Adds a result of the job `number`.
  ///
  /// - Throws: `Closed` when the queue is closed.
  func deliver(_ piece: ExportPiece, of number: Int) throws(Closed) {
    try monitor.withLock { () throws(Closed) in
      while !isClosed, let line = lines[number], line.byteCount > Self.pieceLimit { monitor.wait() }
      guard !isClosed else { throw Closed() }
      lines[number, default: Line()].pieces.append(piece)
      lines[number, default: Line()].byteCount += piece.bytes.count
      monitor.broadcast()
    }
  }

  func fail(_ error: any Error, of number: Int) {
    monitor.withLock {
      lines[number, default: Line()].failure = error
      monitor.broadcast()
    }
  }

  /// Returns the untaken results of the job `number`, and its failure.
  func takePieces(of number: Int) -> (pieces: [ExportPiece], failure: (any Error)?) {
    monitor.withLock {
      guard let line = lines[number] else { return ([], nil) }
      lines[number] = nil
      monitor.broadcast()
      return (line.pieces, line.failure)
    }
  }

  /// Waits until one of `numbers` has a result, or until `moment`.
  func wait(forOneOf numbers: [Int], until moment: ContinuousClock.Instant) {
    monitor.withLock {
      while !numbers.contains(where: { lines[$0] != nil }) {
        if !monitor.wait(until: moment) { return }
      }
    }
  }

  /// Starts a thread that calls `work` once.
  ///
  /// - Returns: False when no thread could be created.
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
      monitor.broadcast()
    }
  }

  /// Closes the queue and waits until all threads have ended.
  func close() {
    monitor.withLock {
      isClosed = true
      monitor.broadcast()
      while workerCount > 0 { monitor.wait() }
    }
  }

  /// The queue is closed, so the result is not needed.
  struct Closed: Error {}
}

/// One unit of work of an export, for any free thread.
enum ExportJob: Sendable {
  /// Reads these entries from these repositories, and formats them.
  case pack([ExportEntry], from: [ExportOrigin])
  /// Compresses a block of the archive.
  case compress([UInt8])
}

/// A part of the result of a job.
struct ExportPiece: Sendable {
  var bytes: [UInt8] = []
  /// Lines for the directory of a zip archive. Offsets count from the start of `bytes`, or, for a file in parts, from
  /// its start.
  var lines: [ZipDirectory.Line] = []
  /// Whether `bytes` start a file that comes in parts.
  var opensFile = false
  /// The number of files and links that it completes.
  var entryCount = 0
  /// The size of their contents in bytes.
  var contentCount = 0
  var isLast = false
}
