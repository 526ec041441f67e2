import Testing

@testable import Git

@Suite("The protocol of a filter")
struct FilterProcessTests {
  @Test("requests one file, in packets of limited length")
  func request() {
    let request = FilterProcess.request(smudging: Array("text".utf8), at: Array("a b".utf8))
    #expect(
      String(decoding: request, as: UTF8.self) == """
        0016git-filter-client
        000eversion=2
        00000016capability=smudge
        00000013command=smudge
        0011pathname=a b
        00000008text0000
        """)
    let long = FilterProcess.request(smudging: [UInt8](repeating: 7, count: 70_000), at: [])
    #expect(long.count == 70_000 + 2 * 4 + FilterProcess.request(smudging: [], at: []).count)
  }

  private static let greeting = "0016git-filter-server\n000eversion=2\n00000016capability=smudge\n0000"

  @Test(
    "parses a valid response, and rejects others",
    arguments: [
      ("\(greeting)0013status=success\n00000008TEXT00000000", .contents(Array("TEXT".utf8))),
      ("\(greeting)0013status=success\n00000006AB0006CD00000000", .contents(Array("ABCD".utf8))),
      ("\(greeting)0013status=success\n000000000000", .contents([])),
      ("\(greeting)0013status=success\n00000006AB00000013status=success\n0000", .contents(Array("AB".utf8))),
      ("\(greeting)0013status=success\n00000006AB00000011status=error\n0000", .failure),
      ("\(greeting)0011status=error\n0000", .failure), ("\(greeting)", .failure), ("", .unknown), ("0000", .unknown),
      ("\(greeting)0013status=success\n00000008TE", .failure), ("\(greeting)0003", .failure), ("zzzz", .unknown),
      ("0016git-filter-client\n000eversion=2\n00000016capability=smudge\n0000", .unknown),
      ("0016git-filter-server\n000eversion=3\n00000016capability=smudge\n0000", .unknown),
      ("0016git-filter-server\n000eversion=2\n00000015capability=clean\n0000", .unsupported),
      ("0016git-filter-server\n000eversion=2\n00000000", .unsupported), ("fff", .unknown), ("-001", .unknown),
    ] as [(String, FilterProcess.Answer)])
  func answers(output: String, answer: FilterProcess.Answer) {
    #expect(FilterProcess.answer(in: Array(output.utf8)) == answer)
  }
}
