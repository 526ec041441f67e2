import Foundation
import TestSupport
import Testing

@Suite("SECURITY.md")
struct SecurityPageTests {
  /// The items of the lists below "Who is trusted with what", each as one line.
  private static func promises() throws -> [String] {
    let text = try #require(ProjectFolder.read("SECURITY.md"))
    let section = try #require(text.components(separatedBy: "\n## Who is trusted with what\n").dropFirst().first)
    let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n", omittingEmptySubsequences: false)
    return lines.reduce(into: []) { items, line in
      if line.hasPrefix("- ") {
        items.append(String(line))
      } else if line.hasPrefix("  "), let last = items.popLast() {
        items.append("\(last) \(line.trimmingPrefix("  "))")
      }
    }
  }

  @Test("links each line about trust to its tests, which exist")
  func tests() throws {
    let promises = try Self.promises()
    #expect(promises.count > 15)
    for promise in promises {
      let paths = promise.matches(of: /\]\((Tests\/[^)#]+)\)/).map { String($0.output.1) }
      #expect(!paths.isEmpty, "\(promise)")
      for path in paths { #expect(ProjectFolder.read(path)?.contains("@Test") == true, "\(path)") }
    }
  }

  @Test("has a line for every party: the user, the Releasefile, the repository, pull requests, CI, servers and Martlet")
  func parties() throws {
    let text = try #require(ProjectFolder.read("SECURITY.md"))
    for party in [
      "You", "The Releasefile", "The repository", "A pull request", "A CI job", "Forges and other servers",
      "Martlet's own releases",
    ] { #expect(text.contains("\n**\(party)**"), "\(party)") }
  }

  @Test("is one page")
  func length() throws {
    let text = try #require(ProjectFolder.read("SECURITY.md"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 80)
  }
}
