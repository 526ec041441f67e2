import Archiving
import Git
import SystemAPI

/// One running export. The current thread walks the tree and assembles the pieces; other threads read, format and
/// compress. The output depends neither on the number of threads nor on their timing.
struct ExportRun {
  /// The progress of the export.
  package struct Progress: Sendable {
    package var entryCount = 0
    package var byteCount = 0
  }

  private let walk: ExportWalk
  private let layout: ExportLayout
  private let workspace: Workspace
  private let queue = ExportQueue()
  private var assembly: ArchiveAssembly
  private var progress = Progress()
  private var names = ExportedNames()
  /// The numbers of batches that were queued, and whose results were taken.
  private var packs = (added: 0, taken: 0)
  private var blocks = (added: 0, taken: 0)
  private var isWalkOver = false

  /// Blocks have lower numbers than batches, so that they are compressed first and few are waiting.
  static let firstPack = 1 << 40
  private static let batchLength = 64

  init(_ walk: ExportWalk, _ layout: ExportLayout, to sink: ArchiveSink, in workspace: Workspace) throws {
    self.walk = walk
    self.layout = layout
    self.workspace = workspace
    assembly = try ArchiveAssembly(layout.archive, to: sink)
  }

  /// Creates the folders of `prefix`, for which there are no entries.
  mutating func makeFolders(above prefix: String) throws {
    guard let draft = layout.folder?.draft else { return }
    var path: [UInt8] = []
    for part in prefix.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast(
      prefix.hasSuffix("/") ? 2 : 1)
    {
      path += part
      try draft.makeFolder(path)
      names.addFolder(path)
      path.append(UInt8(ascii: "/"))
    }
  }

  /// Runs the export.
  ///
  /// - Parameter watch: Receives the progress, many times a second.
  mutating func perform(threadCount: Int, watch: (Progress) -> Void) throws -> (progress: Progress, sink: ArchiveSink) {
    defer { queue.close() }
    let helper = try ExportWorker(layout, queue)
    let limit = 2 * threadCount + 2
    var isEnded = false
    while !isEnded || blocks.taken < blocks.added {
      try workspace.checkForInterruption()
      var hasMoved = try takePacks()
      hasMoved = try takeBlocks() || hasMoved
      if hasMoved { watch(progress) }
      if !isWalkOver, packs.added - packs.taken < limit, blocks.added - blocks.taken < limit {
        try addPack(threadCount: threadCount)
        hasMoved = true
      }
      if isWalkOver, packs.taken == packs.added, !isEnded {
        isEnded = true
        try assembly.end()
        addBlocks()
      } else if !hasMoved {
        // The other threads are too slow with the blocks, or only blocks are left: this thread helps.
        if blocks.added - blocks.taken >= limit || isEnded, let (number, job) = queue.takeWaiting(below: Self.firstPack)
        {
          helper.perform(job, number)
        } else {
          queue.wait(forOneOf: [Self.firstPack + packs.taken, blocks.taken], until: .now + .milliseconds(100))
        }
      }
    }
    if let folder = layout.folder { folder.draft.finishFolders(names.folders, time: folder.time) }
    return (progress, assembly.result)
  }

  /// Takes the results of the next batch in order.
  private mutating func takePacks() throws -> Bool {
    let (pieces, failure) = queue.takePieces(of: Self.firstPack + packs.taken)
    for piece in pieces {
      try assembly.append(piece)
      progress.entryCount += piece.entryCount
      progress.byteCount += piece.contentCount
      if piece.isLast { packs.taken += 1 }
    }
    if let failure { throw failure }
    addBlocks()
    return !pieces.isEmpty
  }

  private mutating func takeBlocks() throws -> Bool {
    let (pieces, failure) = queue.takePieces(of: blocks.taken)
    for piece in pieces {
      try assembly.append(compressed: piece.bytes)
      blocks.taken += 1
    }
    if let failure { throw failure }
    return !pieces.isEmpty
  }

  private mutating func addBlocks() {
    for block in assembly.takeBlocks() {
      queue.add(.compress(block), number: blocks.added)
      blocks.added += 1
    }
  }

  private mutating func addPack(threadCount: Int) throws {
    var entries: [ExportEntry] = []
    while entries.count < Self.batchLength, let entry = try walk.next() {
      if let draft = layout.folder?.draft {
        try names.add(entry)
        if entry.kind == .folder { try draft.makeFolder(entry.path) }
      }
      entries.append(entry)
    }
    isWalkOver = entries.count < Self.batchLength
    guard !entries.isEmpty else { return }
    queue.add(.pack(entries, from: walk.origins), number: Self.firstPack + packs.added)
    packs.added += 1
    // A small export is done before a second thread would help.
    if packs.added <= threadCount { try startWorker() }
  }

  private func startWorker() throws {
    let (layout, queue) = (layout, queue)
    let hasBegun = queue.start {
      do {
        try ExportWorker(layout, queue).work()
      } catch {
        while let (number, _) = queue.take() { queue.fail(error, of: number) }
      }
    }
    // If other threads are running, they do its work.
    guard hasBegun || packs.added > 1 else { throw ExecutionError.cannotWrite("the export", code: EAGAIN) }
  }
}
