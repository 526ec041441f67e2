import MartletCore

/// The places of offsets in a text. Each lookup is fast, even in long lines.
struct StatementPlaces {
  private let path: RelativePath
  private let lineStarts: [Int]
  /// The number of scalars that begin before each byte; an invalid byte may count for less than one.
  private let scalarCounts: [Int]

  init(_ source: SourceText) {
    path = source.path
    lineStarts = source.lineSpans.map(\.lowerBound)
    var count = 0
    scalarCounts = source.bytes.map { byte in
      defer { count += byte & 0xC0 == 0x80 ? 0 : 1 }
      return count
    }
  }

  func place(at offset: Int) -> Place {
    let line = lineStarts.partitioningIndex { $0 > offset }
    guard line > 0, scalarCounts.indices.contains(offset) else {
      return Place(path: path, line: max(1, line), column: 1)
    }
    return Place(path: path, line: line, column: scalarCounts[offset] - scalarCounts[lineStarts[line - 1]] + 1)
  }
}
