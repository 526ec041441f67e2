import Foundation
import Testing

/// The order of a dictionary or a set differs from process to process, so no result may depend on it.
@Suite("The order of results")
struct OrderTests {
  /// What a comparison has to mention, because no two elements of a list have the same one.
  private static let unique = [
    "key", "path", "name", "id", "text", "offset", "lowerBound", "string", "stringValue", "label", "description", "hex",
    "number", "rawValue", "column", "message", "prefix", "candidate", "sortsBefore", "isHigher", "precedesInBytes",
    "lexicographicallyPrecedes",
  ]

  @Test("of a sort, a minimum or a maximum depends on something that no two elements share")
  func isTotal() throws {
    let own = #"\b("# + Self.unique.joined(separator: "|") + #")\b|\{ ?\$[01] [<>] \$[01] ?\}|, \$[01]\) [<>] \("#
    for source in try Self.sources.get() {
      for match in TestCode.matches(of: #"\.(sorted|sort|min|max)(\(by: *)? *\{"#, in: source.code) {
        let start = match[0].upperBound - 1
        let end = TestCode.end(ofBracesAt: start, in: source.bytes)
        let closure = String(decoding: source.bytes[start...end], as: UTF8.self)
        guard closure.contains("$0") || closure.contains(", right in") else { continue }
        let isUnique = !TestCode.matches(of: own, in: closure).isEmpty
        #expect(isUnique, "\(source.place(at: start)): compare something that no two share, too: \(closure)")
      }
    }
  }

  @Test("does not depend on a dictionary or a set: it is sorted, or a comment says why any order will do")
  func isKnown() throws {
    // A loop over a dictionary, its keys or values, or a new set; a list made from keys or values.
    let loop = #"\bfor (\(?)[^{\n]+? in (?:\w+[.?!]+)*?(\w+)(\.keys|\.values)?( where | \{)"#
    let list = #"(\b)(\w+)(\.keys|\.values)(\.filter *[({][^.]*)?\.(map|compactMap|flatMap|first|joined|prefix)\b"#
    for source in try Self.sources.get() {
      let matches = [loop, list].flatMap { TestCode.matches(of: $0, in: source.code) }.filter { match in
        source.dictionaries.contains(source.text(match[2])) && !(match[1].isEmpty && match[3].isEmpty)
      }
      let sets = TestCode.matches(of: #"\bin Set\("#, in: source.code)
      let all: [(match: [Range<Int>], words: [String])] =
        matches.map { ($0, Self.orderless) } + sets.map { ($0, []) }
      for (match, words) in all {
        let near = source.lines(above: match[0].lowerBound)
        #expect(
          (["sorted", "any order"] + words).contains { near.contains($0) },
          "\(source.place(at: match[0].lowerBound)): sort it, or say why any order will do:\n\(near)")
      }
    }
  }

  /// What gives the same for any order.
  private static let orderless = [".min", ".max", "contains", "Set("]

  private static let sources = Result { try SourceFile.below("Sources").map(Source.init) }

  /// A file without comments and the contents of its literals.
  private struct Source {
    let file: SourceFile
    let code: String
    let bytes: [UInt8]
    /// The names that it declares as dictionaries, and nothing as an array.
    let dictionaries: Set<String>

    init(_ file: SourceFile) {
      self.file = file
      bytes = TestCode.blanked(Array(file.text.utf8))
      code = String(decoding: bytes, as: UTF8.self)
      let (code, bytes) = (code, bytes)
      func names(_ pattern: String) -> Set<String> {
        Set(TestCode.matches(of: pattern, in: code).map { String(decoding: bytes[$0[1]], as: UTF8.self) })
      }
      dictionaries = names(#"\b(\w+): (?:inout )?\[[\w.]+: "#)
        .union(names(#"(?:let|var) (\w+)(?:: [^=\n]+)? = (?:Dictionary\(|\[:\])"#))
        .subtracting(names(#"\b(\w+): (?:inout )?\[[^\[\]:]+\]"#))
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func line(_ position: Int) -> Int { bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1 }

    func place(at position: Int) -> String { "\(file.path):\(line(position))" }

    /// The line at `position` as it is written, with the three before it.
    func lines(above position: Int) -> String {
      let number = line(position)
      return file.lines[max(0, number - 4)..<number].joined(separator: "\n")
    }
  }
}
