import Foundation
import MartletCore
import Testing

@Suite("An object id")
struct ObjectIDTests {
  private let hex = "5b9242d0a1f3c4e5d6b7a8990011223344556677"

  @Test("has 40 or 64 hexadecimal digits, converted to lower case")
  func spelling() {
    #expect(ObjectID(hex)?.hex == hex)
    #expect(ObjectID(hex.uppercased())?.description == hex)
    #expect(ObjectID(hex.uppercased()) == ObjectID(hex))
    let long = String(repeating: "0aF9", count: 16)
    #expect(ObjectID(long)?.hex == long.lowercased())
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", "5b9242d", String(repeating: "a", count: 39), String(repeating: "a", count: 41),
      String(repeating: "a", count: 63),
      String(repeating: "g", count: 40), String(repeating: "a", count: 39) + " ",
      String(repeating: "a", count: 39) + "\n",
      // Digits of another width: 40 characters, and 40 bytes with the letters around them.
      String(repeating: "\u{FF11}", count: 40), String(repeating: "a", count: 37) + "\u{FF11}",
    ])
  func refusals(text: String) {
    #expect(ObjectID(text) == nil)
  }

  @Test("has a short form of seven digits")
  func short() throws {
    #expect(try #require(ObjectID(hex)).short == "5b9242d")
  }

  @Test("is coded as a text, and validated when it is decoded")
  func coding() throws {
    let id = try #require(ObjectID(hex))
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == #"["\#(hex)"]"#)
    #expect(try JSONDecoder().decode([ObjectID].self, from: data) == [id])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ObjectID].self, from: Data(#"["5b9242d"]"#.utf8)) }
  }
}
