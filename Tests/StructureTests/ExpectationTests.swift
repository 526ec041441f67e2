import Foundation
import Testing

/// Every test can fail: these forms of an expectation cannot, or are skipped unseen.
@Suite("A test")
struct ExpectationTests {
  @Test("has an expectation, or calls a function that has one")
  func hasExpectation() throws {
    let files = try Self.files.get()
    let expecting = Self.expecting(files)
    let tests = files.flatMap { file in file.functions.filter(\.isTest).map { (file, $0) } }
    let idle = tests.filter { file, test in
      !test.hasExpectation && test.calls.isDisjoint(with: expecting[file.module, default: []])
    }
    #expect(idle.map { "\($0.path):\($1.line) \($1.name)" } == [])
    // The functions were found.
    #expect(tests.count > 2000)
  }

  @Test("does not compare a value with itself, or expect `true`")
  func comparesTwoValues() throws {
    let constant = try found(#"#(?:expect|require)\(\s*(?:true|Bool\(true\))\s*[,)]"#)
    #expect(constant == [])
    let same = try found(#"#(?:expect|require)\(\s*(?:try )?([^\s"][^"\n]*?) ==\s+(?:try )?\1\s*[,)]"#)
    #expect(same == [])
  }

  @Test("expects nothing in a `catch`, which is skipped without an error")
  func expectsOutsideOfCatch() throws {
    let places = try blocks(after: #"\bcatch\b[^{}\n]*(\{)"#).filter { $0.code.contains("#expect(") }.map(\.place)
    #expect(places == [])
  }

  @Test("expects nothing in a closure that may never run")
  func expectsOutsideOfClosures() throws {
    // A call with a closure at the end of a line, without the words before which braces are statements.
    let form =
      #"^(?! *(?:\} *)?(?:if|else|for|while|switch|guard|func|do|catch|defer|init|var|case)\b)"#
      + #"[^{}\n]*?(?:\)|\w) (\{)(?: [^{}\n]*\bin)?$"#
    let closures = try blocks(after: form).filter { !$0.opening.contains("withKnownIssue") }
    let places = closures.filter { $0.code.contains("#expect(") }.map(\.place)
    #expect(places == [])
  }

  @Test("has no `try?`, which turns an error into a skipped expectation, except where it cleans up")
  func doesNotHideErrors() throws {
    let places = try found(#"(?m)^(?! *defer\b).*\btry\?"#)
    #expect(places == [])
  }

  private static let files = Result { try SourceFile.below("Tests").map(TestCode.init) }

  /// The names of the functions with expectations, by module; those of TestSupport in every module.
  private static func expecting(_ files: [TestCode]) -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for module in ["TestSupport"] + Set(files.map(\.module)).sorted() {
      let functions = files.filter { $0.module == module }.flatMap(\.functions)
      var known = names["TestSupport", default: []]
      var count = -1
      while known.count != count {
        count = known.count
        known.formUnion(functions.filter { $0.hasExpectation || !$0.calls.isDisjoint(with: known) }.map(\.name))
      }
      names[module] = known
    }
    return names
  }

  /// The places of a pattern in the functions that have expectations.
  private func found(_ pattern: String) throws -> [String] {
    try functions().flatMap { file, function in
      TestCode.matches(of: pattern, in: function.body).map { Self.place($0[0].upperBound, of: function, in: file) }
    }
  }

  private struct Block {
    let place: String
    let opening: String
    let code: String
  }

  /// The blocks whose opening brace is the pattern's group.
  private func blocks(after pattern: String) throws -> [Block] {
    try functions().flatMap { file, function in
      let bytes = Array(function.body.utf8)
      return TestCode.matches(of: "(?m)" + pattern, in: function.body).map { match in
        let end = TestCode.end(ofBracesAt: match[1].lowerBound, in: bytes)
        return Block(
          place: Self.place(match[1].lowerBound, of: function, in: file),
          opening: String(decoding: bytes[match[0]], as: UTF8.self),
          code: String(decoding: bytes[match[1].lowerBound..<end], as: UTF8.self))
      }
    }
  }

  private func functions() throws -> [(TestCode, TestCode.Function)] {
    try Self.files.get().flatMap { file in file.functions.filter(\.hasExpectation).map { (file, $0) } }
  }

  private static func place(_ position: Int, of function: TestCode.Function, in file: TestCode) -> String {
    let lines = function.body.utf8.prefix(position).count { $0 == UInt8(ascii: "\n") }
    return "\(file.path):\(function.line + lines) \(function.name)"
  }
}
