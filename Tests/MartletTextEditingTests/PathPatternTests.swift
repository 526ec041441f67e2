import MartletCore
import Testing

@Suite("A path pattern")
struct PathPatternTests {
  @Test(
    "matches paths component by component",
    arguments: [
      ("a/b.txt", "a/b.txt", true), ("./a//b.txt", "a/b.txt", true), ("a/b.txt", "a/B.txt", false),
      ("a/b.txt", "x/a/b.txt", false), ("a/b", "a/b/c", false), ("a/b/c", "a/b", false),
      ("*.xcconfig", "a.xcconfig", true), ("*.xcconfig", "b/a.xcconfig", false), ("*.xcconfig", ".xcconfig", true),
      ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a/*", "a", false), ("*/b", "a/b", true),
      ("a?c", "abc", true), ("a?c", "aéc", true), ("a?c", "ac", false), ("a?c", "a/c", false),
      ("Pods-*.debug.*", "Pods-App.debug.xcconfig", true), ("Pods-*.debug.*", "Pods-App.release.xcconfig", false),
      ("a.b", "axb", false), ("[ab]", "a", false), ("[ab]", "[ab]", true),
      ("**", "a", true), ("**", "a/b/c", true), ("**/c", "c", true), ("**/c", "a/b/c", true), ("**/c", "a/bc", false),
      ("a/**", "a/b/c", true), ("a/**", "b/a/c", false), ("a/**/c", "a/c", true), ("a/**/c", "a/b/b/c", true),
      ("a/**/c", "a/b/c/d", false), ("**/b/**/d", "a/b/c/b/d", true), ("**/b/*/d", "a/b/c/b/x/d", true),
      ("a/x**y/c", "a/x12y/c", true), ("a/x**y/c", "a/x1/2y/c", false),
      (
        "Pods/Target Support Files/**/*.debug.xcconfig", "Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig",
        true
      ),
    ])
  func matches(pattern: String, path: String, expected: Bool) throws {
    let pattern = try #require(PathPattern(pattern))
    #expect(pattern.matches(try #require(RelativePath(path))) == expected)
  }

  @Test("is never absolute or empty, and never leaves its root", arguments: ["", "/*", "../*", "a/../*", "."])
  func refusals(text: String) {
    #expect(PathPattern(text) == nil)
  }

  @Test(
    "has the folder and the path that it names without wildcards",
    arguments: [
      ("a/b/*.txt", "a/b", nil), ("a/*/c", "a", nil), ("**/c", nil, nil), ("a/b", "a", "a/b"), ("a", nil, "a"),
      ("a/b?/c/d", "a", nil),
    ] as [(String, String?, String?)])
  func parts(text: String, folder: String?, path: String?) throws {
    let pattern = try #require(PathPattern(text))
    #expect(pattern.folder?.string == folder)
    #expect(pattern.path?.string == path)
  }

  @Test("is matched without exponential backtracking")
  func manyWildcards() throws {
    let path = try #require(RelativePath(String(repeating: "a/", count: 80) + String(repeating: "a", count: 200)))
    let folders = try #require(PathPattern(String(repeating: "**/a*/", count: 30) + "b"))
    let letters = try #require(PathPattern("**/" + String(repeating: "*a", count: 30) + "b"))
    #expect(!folders.matches(path))
    #expect(!letters.matches(path))
  }
}
