import TextEditing

/// Words in the order of their bytes with blanks between them, which are looked up where they stand: to take some thousands of
/// them apart first takes longer than all else that reads a version.
struct SortedWords {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func contains(_ word: String) -> Bool {
    var (text, word) = (text, word)
    return text.withUTF8 { text in word.withUTF8 { Self.has($0, in: text) } }
  }

  private static func has(_ word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // What is looked for is between these, if it is there.
    var (low, high) = (0, text.count)
    while low < high {
      let middle = (low + high) / 2
      var start = middle
      while start < high, text[start] <= .space { start += 1 }
      guard start < high else {
        high = middle
        continue
      }
      while start > low, text[start - 1] > .space { start -= 1 }
      var end = start
      while end < high, text[end] > .space { end += 1 }
      let found = UnsafeBufferPointer(rebasing: text[start..<end])
      if word.elementsEqual(found) { return true }
      if word.lexicographicallyPrecedes(found) { high = start } else { low = end }
    }
    return false
  }
}
