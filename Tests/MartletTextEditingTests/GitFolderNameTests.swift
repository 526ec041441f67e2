import MartletCore
import Testing

@Suite("The name of a git directory")
struct GitFolderNameTests {
  @Test(
    "is recognised in every spelling that some system reads as `.git`",
    arguments: [
      ".git", ".GIT", ".Git", "git~1", "GIT~1", ".git ", ".git.", ".git. . ", ".git::$INDEX_ALLOCATION", ".git:x",
      ".git\\hooks", ".g\u{200c}it", "\u{feff}.git", ".git\u{200d}", ".g\u{202e}IT",
    ])
  func names(name: String) {
    #expect(GitFolderName.matches(name.utf8))
    #expect(GitFolderName.isPart(of: "a/\(name)/b"))
    #expect(GitFolderName.isPart(of: name))
  }

  @Test(
    "does not match any other name",
    arguments: [
      "", ".", "..", ".gitignore", ".github", "git", "git~2", "x.git", ".gitx", ". git", "..git", "gït", "é.git",
    ])
  func others(name: String) {
    #expect(!GitFolderName.matches(name.utf8))
    #expect(!GitFolderName.isPart(of: "a/\(name)/b"))
  }
}
