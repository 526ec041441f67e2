import Foundation
import TestSupport
import Testing

@Suite("The troubles of `Tests/AppStoreServer/README.md`")
struct PainTests {
  @Test("have a test each")
  func tests() throws {
    let page = try #require(ProjectFolder.read("Tests/AppStoreServer/README.md"))
    let rows = page.matches(of: /\n\| (\d+) \| .* \| (`.*`) \|/)
    #expect(rows.compactMap { Int($0.output.1) } == Array(1...22))
    let folders = ["Tests/ReliabilityTests/AppStore", "Tests/ExecutionTests/AppStore"]
    let code = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(ProjectFolder.path)/\(folder)").compactMap {
        ProjectFolder.read("\(folder)/\($0)")
      }
    }
    for row in rows {
      for name in row.output.2.matches(of: /`(\w+)\.(\w+)`/) {
        let (suite, test) = (name.output.1, name.output.2)
        let found = code.contains { $0.contains("struct \(suite)") && $0.contains("  func \(test)(") }
        #expect(found, "\(row.output.1): \(suite).\(test)")
      }
    }
  }
}
