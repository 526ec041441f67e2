import Foundation
import Processes
import TestSupport
import Testing

@Suite("The demo of the App Store", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct StoreDemoTests {
  @Test("`docs/app-store.md` has the output of `scripts/store` (`MARTLET_RECORD=1` writes it again)")
  func output() throws {
    var environment = ProcessInfo.processInfo.environment.filter { ["PATH", "TMPDIR"].contains($0.key) }
    environment["MARTLET"] = try MartletProgram.path()
    environment["GIT_AUTHOR_DATE"] = "2026-11-27T12:00:00Z"
    environment["GIT_COMMITTER_DATE"] = "2026-11-27T12:00:00Z"
    environment["SOURCE_DATE_EPOCH"] = "1795780800"
    let result = try Command("\(ProjectFolder.path)/scripts/store", environment: environment).run()
    #expect(result.succeeded, "\(result.errorText)")
    let output = result.outputText.replacing(/[0-9a-f]{7,12}(?=[, \n])/, with: "…")
    let page = try #require(ProjectFolder.read("docs/app-store.md"))
    let start = try #require(page.firstRange(of: "```transcript\n")).upperBound
    let end = try #require(page[start...].firstRange(of: "```\n")).lowerBound
    if ProjectFolder.isRecording {
      try ProjectFolder.write(
        "docs/app-store.md", page[..<start] + output.trimmingCharacters(in: .newlines) + "\n" + page[end...])
    } else {
      #expect(page[start..<end] == output.trimmingCharacters(in: .newlines) + "\n")
    }
    #expect(page.split(whereSeparator: \.isWhitespace).count <= 1500)
  }
}
