import Testing

@testable import Steps

@Suite("A shell command of a Fastfile")
struct ShellCommandTests {
  @Test(
    "is a list of words if no shell is needed, in which a dollar sign stays one",
    arguments: [
      ("echo '$HOME' b", ["echo", "$$HOME", "b"]), ("echo 'a b' \"c\"d", ["echo", "a b", "cd"]),
      ("git tag v1", ["git", "tag", "v1"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(ShellCommand([.text(text)])?.words == expected)
  }

  @Test("needs a shell for variables, pipes and patterns", arguments: ["echo $HOME", "ls | wc", "rm *.o", "A=1 make"])
  func shell(text: String) throws {
    let command = try #require(ShellCommand([.text(text)]))
    #expect(command.words == nil)
    #expect(command.script == text)
  }
}
