import Testing

/// Folders of a module are floors: one may use the types of another, but not each other's.
@Suite("The folders of a module")
struct FolderTests {
  /// Pairs that use each other, with the reason.
  private static let pairs = [
    "Execution: Files, Journal": "errors name runs",
    "Lanes: Effects, Planning": "an effect applies itself to the draft, and the plan lists effects",
    "Lanes: Planning, Releasefile": "a lane declares steps, and a step reads the draft",
  ]

  @Test("do not use each other both ways, apart from those listed here")
  func pairs() throws {
    #expect(try Self.found() == Self.pairs.keys.sorted())
  }

  /// The pairs of top folders of a module with types of each other in their code. Files beside the folders are one folder.
  private static func found() throws -> [String] {
    let files = try SourceFile.below("Sources")
    let declaration = /^(?:(?:package|public|final|indirect) )*(?:struct|enum|class|protocol|typealias) (\w+)/
      .anchorsMatchLineEndings()
    var homes: [String: Set<Folder>] = [:]
    var declared: [String: Int] = [:]
    for file in files {
      for match in file.code.matches(of: declaration) {
        homes[String(match.output.1), default: []].insert(Folder(of: file))
        declared[String(match.output.1), default: 0] += 1
      }
    }
    var uses: Set<[Folder]> = []
    for file in files {
      let folder = Folder(of: file)
      for name in Self.names(in: file.code) where declared[name] == 1 {
        for home in homes[name, default: []] where home.module == folder.module && home != folder {
          uses.insert([folder, home])
        }
      }
    }
    return uses.filter { uses.contains($0.reversed()) && $0[0].name < $0[1].name }
      .map { "\($0[0].module): \($0[0].name), \($0[1].name)" }.sorted()
  }

  /// The words of `code` that begin with a capital letter.
  private static func names(in code: String) -> Set<String> {
    func isOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let words = Array(code.utf8).split { !isOfWord($0) }
    return Set(words.filter { capitals.contains($0[$0.startIndex]) }.map { String(decoding: $0, as: UTF8.self) })
  }

  private struct Folder: Hashable {
    let module: String
    let name: String

    init(of file: SourceFile) {
      let parts = file.path.split(separator: "/").map(String.init)
      module = file.module
      name = parts.count > 3 ? parts[2] : "."
    }
  }
}
