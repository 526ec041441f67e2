import Versioning

/// Which commits lead to which, as git shows it. Each is read once, out of the commit-graph where there is one, and goes
/// by a number from then on.
final class Ancestry {
  /// What is known of a commit.
  private struct Node {
    let id: RawObjectID
    /// Where the commit-graph has it, -1 where it does not.
    var position: Int
    var time: Int64 = 0
    /// More than that of any parent; nil where nobody knows.
    var generation: Int?
    /// Where its parents are in `parentNumbers`; nil before it has been read.
    var parents: Range<Int>?
  }

  let rules: HistoryRules
  /// What threads read objects by.
  let origin: ExportOrigin
  /// Commits that had to be read on the way, as far as somebody wants to know what they say.
  private(set) var kept = KeptCommits()
  private let reader: ObjectReader
  private let graph: CommitGraph?
  private var nodes: [Node] = []
  private var parentNumbers: [Int] = []
  /// The numbers of the commits that the commit-graph does not have.
  private var numbers: [RawObjectID: Int] = [:]
  /// The numbers of those that it has, by their positions; -1 for none yet.
  private var numbersByPosition: [Int32] = []
  private var positions: [Int] = []

  init(_ rules: HistoryRules, in repository: Repository) throws(GitError) {
    self.rules = rules
    origin = try ExportOrigin(repository, usesFastPacks: true)
    // The repository keeps this in mind: it must not be kept in turn.
    reader = ObjectReader(origin)
    graph =
      rules.areNone && repository.configurationFlag("core.commitgraph") != false
      ? CommitGraph(objects: "\(repository.commonDirectory)/objects") : nil
    if let graph { numbersByPosition = Array(repeating: -1, count: graph.count) }
  }

  /// How many commits have a number.
  var count: Int { nodes.count }

  func id(_ number: Int) -> RawObjectID { nodes[number].id }

  /// When the commit was made, in seconds since 1970; it has been loaded.
  func time(_ number: Int) -> Int64 { nodes[number].time }

  /// A number that is greater than that of any ancestor; nil where nobody knows. The commit has been loaded.
  func generation(_ number: Int) -> Int? { nodes[number].generation }

  /// Where its parents are in the list that `parent(at:)` tells of, none before it has been loaded. Whoever held a part of
  /// the list itself would have all of it copied by each commit that is loaded meanwhile.
  func parentPlaces(_ number: Int) -> Range<Int> { nodes[number].parents ?? 0..<0 }

  /// The number of the parent at a place. Nothing but the number need be known of it yet.
  func parent(at place: Int) -> Int { parentNumbers[place] }

  func isLoaded(_ number: Int) -> Bool { nodes[number].parents != nil }

  /// The ids of its parents, in order.
  func parentIDs(_ number: Int) -> [RawObjectID] { parentPlaces(number).map { nodes[parentNumbers[$0]].id } }

  /// Which commits, by their numbers, lead to that of `number`, itself included.
  func ancestors(of number: Int) throws(GitError) -> [Bool] {
    var seen = [Bool](repeating: false, count: count)
    var next = [number]
    seen[number] = true
    while let number = next.popLast() {
      _ = try load(number)
      if seen.count < count { seen += Array(repeating: false, count: count - seen.count) }
      for place in parentPlaces(number) {
        let parent = parent(at: place)
        guard !seen[parent] else { continue }
        seen[parent] = true
        next.append(parent)
      }
    }
    return seen
  }

  /// The number of the commit `id`, loaded.
  ///
  /// - Throws: `GitError.noSuchObject` when there is no such commit.
  func number(of id: ObjectID) throws(GitError) -> Int {
    guard let raw = RawObjectID(id) else { throw .noSuchObject(id) }
    let number = number(of: raw)
    do throws(GitError) {
      _ = try load(number)
    } catch {
      if case .missingObject = error { throw .noSuchObject(id) }
      throw error
    }
    return number
  }

  /// The number of the commit `id`, if it has one by now.
  func knownNumber(of id: ObjectID) -> Int? {
    guard let raw = RawObjectID(id) else { return nil }
    guard let position = graph?.position(of: raw) else { return numbers[raw] }
    return numbersByPosition[position] >= 0 ? Int(numbersByPosition[position]) : nil
  }

  private func number(of id: RawObjectID) -> Int {
    if let position = graph?.position(of: id) { return number(at: position, id) }
    if let number = numbers[id] { return number }
    numbers[id] = nodes.count
    nodes.append(Node(id: id, position: -1))
    return nodes.count - 1
  }

  private func number(at position: Int, _ id: RawObjectID) -> Int {
    if numbersByPosition[position] >= 0 { return Int(numbersByPosition[position]) }
    numbersByPosition[position] = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(Node(id: id, position: position))
    return nodes.count - 1
  }

  /// Finds out about a commit, if that has not been done.
  ///
  /// - Returns: its bytes, until the next one is loaded, where they had to be read.
  /// - Throws: `GitError.noSuchObject` when it is no commit, `.missingObject`, or what libgit2 says of a damaged one.
  func load(_ number: Int) throws(GitError) -> UnsafeRawBufferPointer? {
    guard nodes[number].parents == nil else { return nil }
    if loadFromGraph(number) { return nil }
    let id = nodes[number].id
    let bytes = try bytes(of: number)
    let header = CommitHeader(bytes)
    let start = parentNumbers.count
    for parent in rules.parents[id] ?? header.parents {
      let parent = self.number(of: parent)
      parentNumbers.append(parent)
    }
    nodes[number].time = header.time
    nodes[number].parents = start..<parentNumbers.count
    return bytes
  }

  /// Keeps the bytes of a commit for `value` and `records`.
  func keep(_ bytes: UnsafeRawBufferPointer, of number: Int) { kept.insert(bytes, of: number) }

  /// What `look` finds in the bytes of a commit.
  func value<Value>(of number: Int, _ look: (UnsafeRawBufferPointer) -> Value) throws(GitError) -> Value {
    if let known = kept.value(of: number, look) { return known }
    return look(try bytes(of: number))
  }

  /// The bytes of a commit, until the next one is read.
  func bytes(of number: Int) throws(GitError) -> UnsafeRawBufferPointer {
    let id = nodes[number].id
    let (kind, bytes) = try reader.read(id)
    guard kind == .commit else { throw .noSuchObject(id.objectID) }
    return bytes
  }

  private func loadFromGraph(_ number: Int) -> Bool {
    guard let graph, nodes[number].position >= 0,
      let entry = graph.entry(at: nodes[number].position, parents: &positions)
    else { return false }
    let start = parentNumbers.count
    for position in positions {
      guard let id = graph.id(at: position) else { return false }
      let parent = self.number(at: position, id)
      parentNumbers.append(parent)
    }
    nodes[number].time = entry.time
    nodes[number].generation = entry.generation
    nodes[number].parents = start..<parentNumbers.count
    return true
  }
}
