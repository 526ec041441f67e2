import MartletCore
import Testing

@Suite("A binary search")
struct PartitionTests {
  @Test("finds the first element that satisfies the predicate, else the end", arguments: 0..<70)
  func everyPlace(count: Int) {
    let numbers = (0..<count).map { 2 * $0 }
    for limit in -1...2 * count {
      let expected = numbers.firstIndex { $0 >= limit } ?? numbers.endIndex
      #expect(numbers.partitioningIndex { $0 >= limit } == expected)
      let part = numbers.dropFirst(count / 3)
      #expect(part.partitioningIndex { $0 >= limit } == part.firstIndex { $0 >= limit } ?? part.endIndex)
    }
  }

  @Test("reads only a few elements")
  func fewLooks() {
    var looks = 0
    let index = (0..<1_000_000).partitioningIndex { number in
      looks += 1
      return number >= 765_432
    }
    #expect(index == 765_432)
    #expect(looks <= 20)
  }

  @Test("finds the paths below a folder, and no others with the same beginning")
  func folders() throws {
    let paths = ["a", "a-b/c", "a/b", "a/b/c", "a/d", "a0", "ab/c"].compactMap { RelativePath($0) }.sorted()
    for folder in ["a", "a/b", "ab", "b", "a-b"] {
      let found = paths.below(RelativePath(folder)).map(\.string)
      #expect(found == paths.map(\.string).filter { $0.hasPrefix("\(folder)/") }, "\(folder)")
    }
    #expect(Array(paths.below(nil)) == paths)
  }
}
