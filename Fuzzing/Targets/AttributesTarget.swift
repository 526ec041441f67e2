@testable import Git

/// A path on the first line, and behind it a file of attributes: read twice it says what it says once, and a comment says
/// nothing.
struct AttributesTarget: FuzzTarget {
  static let name = "attributes"

  func check(_ input: Input) throws {
    let path = Array(input.bytes.prefix { $0 != 10 })
    let file = Array(input.bytes.dropFirst(path.count + 1).prefix { $0 != 0 })
    let once = stack(file).attributes(of: path[...])
    try require(
      stack(file + [10] + file).attributes(of: path[...]) == once, "the same lines once more say something else")
    try require(stack(file + Array("\n# nothing\n".utf8)).attributes(of: path[...]) == once, "a comment says something")
    var below = stack(file)
    below.append(file, in: path.prefix { $0 != UInt8(ascii: "/") })
    _ = below.attributes(of: path[...])
  }

  private func stack(_ file: [UInt8]) -> AttributeStack {
    AttributeStack(weaker: [], root: file, info: [], ignoresCase: false)
  }
}
