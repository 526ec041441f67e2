import Foundation
import MartletCore
import TestSupport
import Testing

@Suite("Composed text")
struct StringCompositionTests {
  @Test("has one scalar for a letter and its marks")
  func letters() {
    #expect("gro\u{308}\u{df}e.md".composed.unicodeScalars.elementsEqual("gr\u{f6}\u{df}e.md".unicodeScalars))
    #expect("e\u{302}\u{301}".composed.unicodeScalars.elementsEqual("\u{1ebf}".unicodeScalars))
    #expect("s\u{307}\u{323}".composed.unicodeScalars.elementsEqual("\u{1e69}".unicodeScalars))
    #expect("\u{1112}\u{1161}\u{11ab}".composed.unicodeScalars.elementsEqual("\u{d55c}".unicodeScalars))
  }

  @Test("agrees with Foundation for every scalar, decomposed")
  func everyScalar() {
    let wrong = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping
      return !decomposed.composed.unicodeScalars
        .elementsEqual(decomposed.precomposedStringWithCanonicalMapping.unicodeScalars)
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test("agrees with Foundation for letters with several marks", arguments: [1, 2, 3, 4] as [UInt64])
  func sequences(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters =
      (0x41...0x233).map { $0 } + (0x391...0x3CE).map { $0 } + (0x1E00...0x1FFF).map { $0 } + [0x915, 0x1100, 0x1161]
    for _ in 0..<5000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        text.unicodeScalars.append(letters.randomElement(using: &generator).flatMap(Unicode.Scalar.init) ?? "a")
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0x300...0x345, using: &generator)) ?? "\u{301}")
        }
      }
      let decomposed = text.decomposedStringWithCanonicalMapping
      #expect(
        decomposed.composed.unicodeScalars
          .elementsEqual(decomposed.precomposedStringWithCanonicalMapping.unicodeScalars),
        "\(decomposed.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test("does not change other text", arguments: ["", "plain", "größe", "日本", "\u{301}", "👩‍👩‍👧"])
  func others(text: String) {
    #expect(text.composed.unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
