import Foundation
import Testing

@testable import Execution

@Suite("A number in an answer of App Store Connect")
struct HugeNumberTests {
  private func value(_ json: String) throws -> StoreValue {
    try JSONDecoder().decode(StoreValue.self, from: Data(json.utf8))
  }

  @Test(
    "that no file can have is not the place of a part",
    arguments: [
      ("0", "1", true), ("1125899906842624", "1125899906842624", true), ("9223372036854774784", "1", false),
      ("1", "9223372036854774784", false), ("1e300", "1", false), ("-1", "1", false), ("0.5", "1", false),
    ])
  func part(offset: String, length: String, isPart: Bool) throws {
    let part = UploadPart(
      try value(#"{"method": "PUT", "url": "https://a.example", "offset": \#(offset), "length": \#(length)}"#))
    #expect((part != nil) == isPart)
    if let part { #expect(part.offset + part.length > 0) }
  }

  @Test("is written as it was read, also above every integer", arguments: ["1", "-3", "0.5", "1e+300", "-1e+300"])
  func written(number: String) throws {
    let text = String(decoding: try JSONEncoder().encode(["a": value(number)]), as: UTF8.self)
    #expect(try value(text)["a"] == value(number))
  }
}
