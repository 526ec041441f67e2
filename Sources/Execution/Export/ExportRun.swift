import Archiving
import Git
import Libc

/// One export under way. This thread goes through the tree and puts the pieces together; others read, lay out and
/// compress. What is written depends neither on how many they are nor on which one is quick.
struct ExportRun {
  /// How far it has come.
  package struct Progress: Sendable {
    package var entryCount = 0
    package var byteCount = 0
  }

  private let walk: ExportWalk
  private let layout: ExportLayout
  private let workspace: Workspace
  private let floor = ExportFloor()
  private var assembly: ArchiveAssembly
  private var progress = Progress()
  private var names = ExportedNames()
  /// Batches of entries: how many were handed out, and how many have come back.
  private var packs = (added: 0, taken: 0)
  private var blocks = (added: 0, taken: 0)
  private var isWalkOver = false

  /// Blocks are numbered below batches: they are done first, so that few wait.
  static let firstPack = 1 << 40
  private static let batchLength = 64

  init(_ walk: ExportWalk, _ layout: ExportLayout, to sink: ArchiveSink, in workspace: Workspace) throws {
    self.walk = walk
    self.layout = layout
    self.workspace = workspace
    assembly = try ArchiveAssembly(layout.archive, to: sink)
  }

  /// Makes the folders that `prefix` begins with, which no entry tells.
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

  /// Does it all.
  ///
  /// - Parameter watch: Told how far it has come, many times a second.
  mutating func perform(threadCount: Int, watch: (Progress) -> Void) throws -> (progress: Progress, sink: ArchiveSink) {
    defer { floor.close() }
    let helper = try ExportWorker(layout, floor)
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
        // Blocks come in faster than the others compress them, or only they are left: this thread helps.
        if blocks.added - blocks.taken >= limit || isEnded, let (number, job) = floor.takeWaiting(below: Self.firstPack)
        {
          helper.perform(job, number)
        } else {
          floor.wait(forOneOf: [Self.firstPack + packs.taken, blocks.taken], until: .now + .milliseconds(100))
        }
      }
    }
    if let folder = layout.folder { folder.draft.finishFolders(names.folders, time: folder.time) }
    return (progress, assembly.result)
  }

  /// Takes what has come of the batch whose turn it is.
  private mutating func takePacks() throws -> Bool {
    let (pieces, failure) = floor.takePieces(of: Self.firstPack + packs.taken)
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
    let (pieces, failure) = floor.takePieces(of: blocks.taken)
    for piece in pieces {
      try assembly.append(compressed: piece.bytes)
      blocks.taken += 1
    }
    if let failure { throw failure }
    return !pieces.isEmpty
  }

  private mutating func addBlocks() {
    for block in assembly.takeBlocks() {
      floor.add(.compress(block), number: blocks.added)
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
    floor.add(.pack(entries, from: walk.origins), number: Self.firstPack + packs.added)
    packs.added += 1
    // A small export is done before a second thread would be of use.
    if packs.added <= threadCount { try startWorker() }
  }

  private func startWorker() throws {
    let (layout, floor) = (layout, floor)
    let hasBegun = floor.start {
      do {
        try ExportWorker(layout, floor).work()
      } catch {
        while let (number, _) = floor.take() { floor.fail(error, of: number) }
      }
    }
    // Where there are others, they do its work.
    guard hasBegun || packs.added > 1 else { throw ExecutionError.cannotWrite("the export", code: EAGAIN) }
  }
}
