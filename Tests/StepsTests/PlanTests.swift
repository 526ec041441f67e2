import Foundation
import Lanes
import Steps
import TestSupport
import Testing

@Suite("A plan of several steps")
struct PlanTests {
  @Test("is encoded as the same bytes each time, and decoded again")
  func determinism() throws {
    var files = XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2")
    for number in 0..<20 { files["Sources/M\(number)/Version.swift"] = "let version = \"1.4.2\"\n" }
    files["package.json"] = "{\"version\": \"0.1.0\"}\n"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let plans = try (0..<2).map { _ in
      try Planning(.clean(files, tags: ["1.4.0", "1.4.1"])).plan(
        "- ensure: clean\n- bump: minor\n- commit\n- tag\n- push")
    }
    #expect(plans[0].entries.count == 25)
    #expect(try encoder.encode(plans[0]) == encoder.encode(plans[1]))
    #expect(try JSONDecoder().decode(Plan.self, from: encoder.encode(plans[0])) == plans[0])
  }
}
