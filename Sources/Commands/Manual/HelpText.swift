/// The parsed discussion of a command's help: paragraphs, and indented blocks with a title such as `Examples:`.
struct HelpText {
  struct Block {
    let title: String
    /// The lines without their common indentation.
    let lines: [String]
  }

  private(set) var blocks: [Block] = []
  private(set) var paragraphs: [String] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard !line.isEmpty else { continue }
      let taken = line.hasSuffix(":") ? lines[index...].prefix { $0.hasPrefix("  ") } : []
      if taken.isEmpty {
        let rest = lines[index...].prefix { !$0.isEmpty }
        paragraphs.append(([line] + rest).joined(separator: " "))
        index += rest.count
      } else {
        let indentation = taken.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        blocks.append(Block(title: String(line.dropLast()), lines: taken.map { String($0.dropFirst(indentation)) }))
        index += taken.count
      }
    }
  }
}
