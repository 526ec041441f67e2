import Testing

/// The walks in ARCHITECTURE.md against the sources: each function calls the next one.
@Suite("The walks in ARCHITECTURE.md")
struct WalkTests {
  /// The bodies of the functions, initialisers and properties by `Type.name`.
  private let bodies: [String: [String]]
  private let walks: [[Substring]]

  init() throws {
    bodies = try Self.bodies(in: SourceFile.below("Sources"))
    let text = try SourceFile.text(of: "ARCHITECTURE.md")
    let chapter = try #require(text.firstRange(of: "\n## Four walks\n")).upperBound
    let block = try #require(text[chapter...].firstMatch(of: /```text\n((?s).*?)```/)).output.1
    let lines = block.split(separator: "\n")
    walks = lines.split { !$0.hasPrefix(" ") }.map(Array.init)
  }

  @Test("are four, and continue only at functions that they have passed")
  func areConnected() {
    #expect(walks.count == 4)
    let common = Set(walks.prefix(1).joined().flatMap(Self.names))
    for walk in walks {
      var passed = walk.first.map { Set([Self.chain(in: $0)[0][0]]) } ?? []
      for line in walk {
        let chain = Self.chain(in: line)
        #expect(chain[0].count == 1)
        #expect(passed.union(common).contains(chain[0][0]), "no line before has `\(chain[0][0])`")
        passed.formUnion(chain.joined())
      }
    }
  }

  @Test("have an arrow only from a function to one that it calls")
  func areFollowed() {
    for line in walks.joined() {
      let chain = Self.chain(in: line)
      for (callers, callees) in zip(chain, chain.dropFirst()) {
        for callee in callees {
          let caller = callers[callers.count - 1]
          #expect(bodies[callee] != nil, "no function `\(callee)`")
          #expect(calls(caller, callee), "`\(caller)` does not call `\(callee)`")
        }
      }
    }
  }

  private func calls(_ caller: String, _ callee: String) -> Bool {
    let parts = callee.split(separator: ".")
    let word = parts[1] == "init" ? parts[0] : parts[1]
    let own = caller.split(separator: ".")[1]
    return bodies[caller, default: []].contains { body in
      guard let declared = body.firstRange(of: own) else { return false }
      return body[declared.upperBound...].split { !($0.isLetter || $0.isNumber) }.contains(word)
    }
  }

  /// The functions of a line, in steps: those between two arrows are called by the one before.
  private static func chain(in line: Substring) -> [[String]] {
    line.split(separator: "→").map { step in
      step.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
    }
  }

  private static func names(in line: Substring) -> [String] { chain(in: line).flatMap { $0 } }

  /// Finds declarations by their indentation, which `swift format` keeps.
  private static func bodies(in files: [SourceFile]) -> [String: [String]] {
    let type =
      /^ *(?:@\w+ )*(?:(?:package|private|fileprivate|indirect|final) )*(?:struct|enum|class|protocol|extension) ([\w.]+)/
    let member = /^ *(?:(?:package|private|fileprivate|static|mutating|consuming) )*(?:(?:func|var|let) (\w+)|init\b)/
    var bodies: [String: [String]] = [:]
    for file in files {
      let lines = file.lines
      var types: [(indent: Int, name: String)] = []
      for (number, line) in lines.enumerated() {
        let indent = line.prefix { $0 == " " }.count
        guard indent < line.count else { continue }
        types.removeAll { $0.indent >= indent }
        if let match = line.prefixMatch(of: type) {
          types.append((indent, match.output.1.split(separator: ".").last.map(String.init) ?? ""))
        } else if let last = types.last, indent == last.indent + 2, let match = line.prefixMatch(of: member) {
          var body = [line]
          if let end = line.last, "{(,".contains(end) {
            let closing = String(repeating: " ", count: indent) + "}"
            body += lines[(number + 1)...].prefix { $0 != closing }
          }
          bodies["\(last.name).\(match.output.1.map(String.init) ?? "init")", default: []]
            .append(body.joined(separator: "\n"))
        }
      }
    }
    return bodies
  }
}
