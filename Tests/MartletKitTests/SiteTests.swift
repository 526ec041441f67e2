import Foundation
import Processes
import TestSupport
import Testing

/// The output of docc for the library's symbols and articles, by `scripts/docs library`.
@Suite("The site of the library", .enabled(if: ReferenceProgram("docc") != nil, "there is no docc"))
struct SiteTests {
  @Test("is built without a warning, and has a page for every article and type")
  func site() throws {
    let folder = try TemporaryFolder()
    let programs = URL(fileURLWithPath: try MartletProgram.path(of: "VersionTool")).deletingLastPathComponent()
    var environment = ProcessInfo.processInfo.environment
    environment["MODULES"] = programs.appendingPathComponent("Modules").path
    let result = try Command(
      "\(ProjectFolder.path)/scripts/docs", ["library", "\(folder.path)/site"], environment: environment,
      directory: folder.path
    ).run()
    #expect(result.succeeded, "\(result.outputText)\n\(result.errorText)")
    for page in [
      "", "/raisingaversion", "/readingbuildsettings", "/writingreleasenotes", "/version", "/project", "/project/edit",
      "/project/site",
      "/project/manifest", "/projectfiles", "/xcconfigsettings", "/releasenotes", "/changelog", "/martleterror",
      "/problem", "/place",
    ] {
      #expect(folder.has("site/documentation/martletkit\(page)/index.html"), "\(page)")
    }
  }

  @Test("has a summary for every public symbol")
  func summaries() throws {
    for file in ProjectFolder.files(in: "Sources/MartletKit") where file.hasSuffix(".swift") {
      let lines = try #require(ProjectFolder.read("Sources/MartletKit/\(file)")).components(separatedBy: "\n")
      for (index, line) in lines.enumerated() where line.contains(/^ *(public .*|case \w+)$/) {
        #expect(lines[index - 1].contains(/^ *\/\/\/ ./), "\(file):\(index + 1): \(line)")
      }
    }
  }
}
