import Testing

@testable import BuildSettings

@Suite("A table of words")
struct WordTableTests {
  @Test("has the words that stand in its text, and no others", arguments: [" ", "\n", "   \n "])
  func found(separator: String) {
    for count in 0..<40 {
      let all = (0..<count).map { String(repeating: "A", count: $0 % 4) + "W\(100 + $0)" }
      let words = WordTable(separator + all.joined(separator: separator) + (count % 2 == 0 ? separator : ""))
      for word in all {
        #expect(words.contains(word))
        #expect(!words.contains("\(word)0") && !words.contains(String(word.dropLast())) && !words.contains("B\(word)"))
      }
      #expect(!words.contains("") && !words.contains(" ") && !words.contains("ZZ") && !words.contains("0"))
    }
  }

  @Test(
    "has the names of all settings",
    arguments: [SettingNames.booleans, SettingNames.strings, SettingNames.paths, SettingNames.lists])
  func settings(names: String) {
    let table = WordTable(names)
    #expect(names.split { $0.isWhitespace }.allSatisfy { table.contains(String($0)) })
  }
}
