@testable import Git

/// The bytes of a tree, and of a delta that is applied to them.
struct TreeTarget: FuzzTarget {
  static let name = "tree"

  func check(_ input: Input) throws {
    var tree = TreeObject(input.bytes)
    var length = 0
    while let entry = try? tree.next() {
      _ = SafeName.objection(to: entry.name, entry.kind)
      length += entry.name.count + 20
    }
    try require(length <= input.bytes.count, "the entries have more bytes than the tree")
    let base = ObjectBuffer(.blob, length: 256)
    base.storage.initializeMemory(as: UInt8.self, repeating: 7, count: 256)
    input.bytes.withUnsafeBytes { _ = Delta.applied($0, to: base) }
  }
}
