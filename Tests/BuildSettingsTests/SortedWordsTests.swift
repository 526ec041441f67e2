import Testing

@testable import BuildSettings

@Suite("Sorted words")
struct SortedWordsTests {
  @Test("are found wherever they stand, and nothing else is")
  func found() {
    for count in 0..<40 {
      let all = (0..<count).map { String(repeating: "A", count: $0 % 4) + "W\(100 + $0)" }.sorted()
      for separator in [" ", "\n", "   \n "] {
        let words = SortedWords(separator + all.joined(separator: separator) + (count % 2 == 0 ? separator : ""))
        for word in all {
          #expect(words.contains(word))
          #expect(
            !words.contains("\(word)0") && !words.contains(String(word.dropLast())) && !words.contains("B\(word)"))
        }
        #expect(!words.contains("") && !words.contains(" ") && !words.contains("ZZ") && !words.contains("0"))
      }
    }
  }

  @Test(
    "are the names of settings, in the order of their bytes",
    arguments: [SettingNames.booleans, SettingNames.strings, SettingNames.paths, SettingNames.lists])
  func settings(names: String) {
    let words = names.split { $0.isWhitespace }.map(String.init)
    #expect(words == words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(words.allSatisfy(SortedWords(names).contains))
  }
}
