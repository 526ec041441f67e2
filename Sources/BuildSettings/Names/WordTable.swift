import TextEditing

/// Words with blanks between them, which are found by their bytes. It is made in a tenth of the time that a dictionary of some
/// thousands of words takes, which is longer than all else that reads a version.
struct WordTable {
  private let text: [UInt8]
  /// Where words stand in the text, each at the place that its bytes lead to or at the next one that was free; empty for none.
  private var places: [Range<Int32>]

  init(_ words: String) {
    text = Array(words.utf8)
    let (text, found) = (text, Self.words(in: text))
    // At least half of the places stay free, so that few are looked at, and a power of two, so that a mask finds one.
    var count = 2
    while count < 2 * found.count { count *= 2 }
    places = Array(repeating: 0..<0, count: count)
    text.withUnsafeBufferPointer { text in
      for word in found {
        var place = Self.hash(text[Int(word.lowerBound)..<Int(word.upperBound)]) & (count - 1)
        while !places[place].isEmpty { place = (place + 1) & (count - 1) }
        places[place] = word
      }
    }
  }

  func contains(_ word: String) -> Bool {
    var word = word
    return word.withUTF8 { word in
      text.withUnsafeBufferPointer { text in
        var place = Self.hash(word[...]) & (places.count - 1)
        while !places[place].isEmpty {
          let found = text[Int(places[place].lowerBound)..<Int(places[place].upperBound)]
          if found.count == word.count, found.elementsEqual(word) { return true }
          place = (place + 1) & (places.count - 1)
        }
        return false
      }
    }
  }

  private static func words(in text: [UInt8]) -> [Range<Int32>] {
    var words: [Range<Int32>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte <= .space {
      if start < index { words.append(Int32(start)..<Int32(index)) }
      start = index + 1
    }
    if start < text.count { words.append(Int32(start)..<Int32(text.count)) }
    return words
  }

  /// FNV-1a.
  private static func hash(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash)
  }
}
