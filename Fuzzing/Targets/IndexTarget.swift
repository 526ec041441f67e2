@testable import Git

/// The bytes of an index: each file in it is in one folder, under its name.
struct IndexTarget: FuzzTarget {
  static let name = "index"

  func check(_ input: Input) throws {
    guard let image = IndexImage(input.bytes) else { return }
    let index = IndexFolders(image)
    try require(
      index.folders.map(\.entries.count).reduce(0, +) == image.entries.count, "a file is in no folder, or in two")
    for (number, folder) in index.folders.enumerated() {
      for entry in folder.entries {
        _ = image.record(of: image.entries[entry])
        let path = image.paths[image.entries[entry].path].dropFirst(folder.path.isEmpty ? 0 : folder.path.count + 1)
        try require(Array(path).withUnsafeBytes { index.has($0, in: number) }, "a file is not found by its name")
      }
    }
    for count in 1...4 {
      let parts = (0..<count).flatMap { index.part($0, of: count) }
      try require(parts.elementsEqual(index.folders.indices), "the parts are not the whole")
    }
  }
}
