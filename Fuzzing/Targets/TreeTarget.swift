@testable import Git

/// The bytes of a tree, and of a delta that is applied to them.
struct TreeTarget: FuzzTarget {
  static let name = "tree"

  func check(_ input: Input) throws {
    var tree = TreeObject(input.bytes)
    var length = 0
    while let entry = try? tree.next() {
      _ = SafeName.problem(with: entry.name, entry.kind)
      length += entry.name.count + 20
    }
    try require(length <= input.bytes.count, "the entries have more bytes than the tree")
    let base = try ObjectBuffer(.blob, length: 256)
    _ = base.fill { $0.initializeMemory(as: UInt8.self, repeating: 7) }
    let delta = try ObjectBuffer(.blob, length: input.bytes.count)
    delta.fill { $0.copyBytes(from: input.bytes) }
    _ = try? Delta.applied(delta.view, to: base)
  }
}
