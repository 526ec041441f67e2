@testable import Git
@testable import MartletCore

/// The bytes of a tree, and as a line that `git cat-file` prints before an object.
struct TreeTarget: FuzzTarget {
  static let name = "tree"

  func check(_ input: Input) throws {
    var tree = TreeObject(input.bytes, of: .zero)
    var length = 0
    while let entry = try? tree.next() {
      _ = SafeName.problem(with: entry.name, entry.kind)
      length += entry.name.count + 20
    }
    try require(length <= input.bytes.count, "the entries have more bytes than the tree")
    if let header = ObjectHeader(input.bytes, of: .zero) {
      try require(header.length >= 0, "the length of an object is negative")
    }
  }
}
