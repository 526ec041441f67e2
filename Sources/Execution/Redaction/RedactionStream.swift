/// Masks values in a text that comes in pieces. The possible beginning of a value is held back until more text comes.
struct RedactionStream {
  private let redaction: Redaction
  private var held: [UInt8] = []
  /// The number of held bytes that belong to a masked value.
  private var maskedCount = 0

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  /// Returns the text that can be masked after `bytes`.
  mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    guard !redaction.isEmpty else { return bytes }
    return advance(over: held.isEmpty ? bytes : held + bytes) { $0.isOpen }
  }

  /// Returns the held text at the end.
  mutating func rest() -> [UInt8] {
    advance(over: held) { _ in false }
  }

  /// Values may overlap: every byte of each one is masked.
  private mutating func advance(over text: [UInt8], holdingIf mustWait: (Redaction.Match) -> Bool) -> [UInt8] {
    var clean: [UInt8] = []
    // The text before `done` is in `clean`. The text from `done` to `place` will be added, except before `maskEnd`.
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
