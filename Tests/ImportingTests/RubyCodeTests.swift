import MartletCore
import Testing

@testable import Steps

@Suite("Ruby as statements and calls")
struct RubyCodeTests {
  private func statements(_ text: String) -> [String] {
    let code = RubyCode(SourceText(path: "a.rb", text: text))
    return code.statements(in: code.all).map { code.source.string(at: code.span(of: $0)) }
  }

  @Test("ends a statement where Ruby does")
  func statements() {
    #expect(statements("a; b\n\nc # d ; e\n") == ["a", "b", "c"])
    #expect(
      statements("a(1,\n  2)\nb \\\n  c\nd = e ||\n f\ng\n  .h\n") == [
        "a(1,\n  2)", "b \\\n  c", "d = e ||\n f", "g\n  .h",
      ])
    #expect(
      statements("if a then b; c end\nd { |e| f; g }\n'h; i'") == ["if a then b; c end", "d { |e| f; g }", "'h; i'"])
    #expect(statements("a <<~T\n  b; c\n  end\nT\nd") == ["a <<~T", "d"])
    #expect(statements("a if b\nx = %w[c; d]\nwhile e do f end\n") == ["a if b", "x = %w[c; d]", "while e do f end"])
    #expect(statements("begin\n  a\nrescue\n  b\nend\n=begin\nc\n=end\nd") == ["begin\n  a\nrescue\n  b\nend", "d"])
  }

  @Test("finds the name, the arguments and the block of a call")
  func calls() throws {
    func call(_ text: String) -> String? {
      let code = RubyCode(SourceText(path: "a.rb", text: text))
      return code.call(code.all).map { call in
        let arguments = call.arguments.map { argument in
          (argument.name.map { "\($0)=" } ?? "") + code.source.string(at: code.span(of: argument.value))
        }
        return ([call.name] + arguments + (call.block.map { $0.parameters + $0.keywords.map { "\($0):" } } ?? []))
          .joined(separator: " ")
      }
    }
    #expect(call("UI.message \"a, b\"") == "UI.message \"a, b\"")
    #expect(call("a(b: 1, :c => [2, 3],\n  d: {e: 4},\n)") == "a b=1 c=[2, 3] d={e: 4}")
    #expect(call("a b, c: 1 do |d, e:, f: 2| g end") == "a b c=1 d e: f:")
    #expect(call("lane(:a) { |b| c }") == "lane :a b")
    #expect(call("a(1).b") == nil)
    #expect(call("a + b") == nil)
    #expect(call("return a") == nil)
  }

  @Test("knows a branch with one body")
  func branches() {
    func branch(_ text: String) -> String? {
      let code = RubyCode(SourceText(path: "a.rb", text: text))
      return code.branch(code.all).map { branch in
        let texts = [branch.condition, branch.body].map { code.source.string(at: code.span(of: code.trimmed($0))) }
        return (branch.isNegated ? "not " : "") + texts.joined(separator: " -> ")
      }
    }
    #expect(branch("if a == 1\n  b\n  c\nend") == "a == 1 -> b\n  c")
    #expect(branch("b unless a") == "not a -> b")
    #expect(branch("if a then b end") == "a -> b")
    #expect(branch("if a\n  if b\n c\n else\n d\n end\nend") == "a -> if b\n c\n else\n d\n end")
    #expect(branch("if a\n  b\nelse\n  c\nend") == nil)
    #expect(branch("a = if b then c end") == nil)
  }
}
