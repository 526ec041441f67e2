import Testing

@testable import Commands

@Suite("`doctor` about libgit2")
struct LibGit2CheckTests {
  @Test("warns below the first version with all known fixes", arguments: [[1, 5, 1], [1, 9, 3], [1, 9, 6]])
  func old(version: [Int]) {
    let text = version.map(String.init).joined(separator: ".")
    #expect(
      LibGit2Check(version: version).findings() == [
        .warn(
          "libgit2", "\(text) lacks fixes for hostile repositories and servers, expected 1.9.7 or newer",
          hint: "update libgit2, or build Martlet with the version that `scripts/setup libgit2 1.9.7` builds")
      ])
  }

  @Test("accepts this version and newer ones", arguments: [[1, 9, 7], [1, 10, 0], [2, 0, 0]])
  func new(version: [Int]) {
    #expect(
      LibGit2Check(version: version).findings() == [.ok("libgit2", version.map(String.init).joined(separator: "."))])
  }
}
