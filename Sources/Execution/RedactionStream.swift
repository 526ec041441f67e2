/// A text that comes in pieces, on its way through a redaction. What may be the beginning of a value is held back until
/// more of the text is known.
struct RedactionStream {
  private let redaction: Redaction
  private var held: [UInt8] = []
  /// How many of the bytes that are held back belong to a value that has been masked already.
  private var maskedCount = 0

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  /// As much of the text as can be told after `bytes`.
  mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    guard !redaction.isEmpty else { return bytes }
    return advance(over: held.isEmpty ? bytes : held + bytes) { $0.isOpen }
  }

  /// What was held back, when the text ends here.
  mutating func rest() -> [UInt8] {
    advance(over: held) { _ in false }
  }

  /// Values may overlap: every byte of each is masked.
  private mutating func advance(over text: [UInt8], holdingIf mustWait: (Redaction.Match) -> Bool) -> [UInt8] {
    var clean: [UInt8] = []
    // All before `done` is in `clean`, all between `done` and `place` will be, unless it is before `maskEnd`.
    var (done, place, maskEnd) = (0, 0, maskedCount)
    func copy(upTo end: Int) {
      if max(done, maskEnd) < end { clean += text[max(done, maskEnd)..<end] }
      done = end
    }
    while place < text.count {
      place = redaction.candidate(in: text, from: place)
      guard place < text.count else { break }
      let match = redaction.match(in: text, at: place)
      if mustWait(match) { break }
      if match.length > 0 {
        copy(upTo: place)
        if place >= maskEnd { clean += Redaction.mask }
        maskEnd = max(maskEnd, place + match.length)
      }
      place += 1
    }
    copy(upTo: place)
    held = Array(text[place...])
    maskedCount = max(0, maskEnd - place)
    return clean
  }
}
