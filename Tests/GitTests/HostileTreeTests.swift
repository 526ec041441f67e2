import Git
import TestSupport
import Testing

@testable import Git

@Suite("Bytes from a hostile repository")
struct HostileTreeTests {
  @Test("cannot crash the program: attributes, path limits, patterns, trees")
  func random() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab/*?[]!^-\\\"#=: \t\r\n.[attr]:()[:alpha:]0417".utf8) + [0, 0xff, 0xe2]
    let paths = ["a", "a/b", "a/b/", "", "/", "\"", "[a]/b"].map { Array($0.utf8)[...] }
    for round in 0..<3000 {
      let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      var stack = AttributeStack(weaker: [bytes], root: bytes, info: bytes, ignoresCase: round % 2 == 0)
      stack.append(bytes, in: Array("a".utf8)[...])
      let rule = PathRule(bytes, ignoresCase: round % 2 == 0)
      let pathspec = try? Pathspec([String(decoding: bytes, as: UTF8.self)])
      for path in paths {
        _ = stack.attributes(of: path)
        _ = rule.matches(PathRule.Subject(path), below: [])
        _ = rule.matches(PathRule.Subject(path), below: Array("a".utf8)[...])
        _ = pathspec?.matches(path)
        _ = pathspec?.canMatch(below: path)
      }
      var tree = TreeObject(Array("100644 ".utf8) + bytes, of: .first)
      while let entry = try? tree.next() { _ = SafeName.problem(with: entry.name, entry.kind) }
    }
  }

  @Test("take no exponential time: nested macros, deep quotes, long lines")
  func bounded() {
    let macros = (0..<500).map { "[attr]m\($0) m\(($0 + 1) % 500) m\(($0 + 2) % 500) export-ignore\n" }.joined()
    let stack = AttributeStack(
      weaker: [], root: Array("\(macros)* m0\n".utf8), info: [], ignoresCase: false)
    #expect(stack.attributes(of: Array("a".utf8)[...])["export-ignore"] == .on)
    let long = Array(String(repeating: "a", count: 3000).utf8) + Array(" text\n".utf8)
    let other = AttributeStack(weaker: [], root: long, info: [], ignoresCase: false)
    #expect(other.attributes(of: Array(String(repeating: "a", count: 3000).utf8)[...]).isEmpty)
  }
}
