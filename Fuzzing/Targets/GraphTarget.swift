@testable import Git

/// A file of a commit-graph: whatever it holds, each commit in it is found where it stands, or the file is none.
struct GraphTarget: FuzzTarget {
  static let name = "graph"

  func check(_ input: Input) throws {
    let path = "/tmp/martlet-graph-\(Files.processID)"
    try Files.overwrite(path, input.bytes)
    defer { Files.remove(path) }
    guard let file = MappedFile(path), let layer = CommitGraphLayer(file) else { return }
    var positions: [Int] = []
    for position in 0..<min(layer.count, 256) {
      guard let id = layer.id(at: position) else { throw Violation("no id at \(position) of \(layer.count)") }
      if let found = layer.position(of: id) { try require(layer.id(at: found) == id, "another commit is found") }
      guard let entry = layer.entry(at: position) else { throw Violation("no entry at \(position)") }
      positions = []
      _ = layer.parents(of: entry, into: &positions)
      try require(positions.count <= 2 + input.bytes.count / 4, "more parents than there is room for")
    }
    try require(layer.entry(at: layer.count) == nil && layer.entry(at: -1) == nil, "an entry beyond the end")
  }
}
