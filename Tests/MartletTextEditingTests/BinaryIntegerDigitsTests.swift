import Testing

@testable import MartletCore

@Suite("The digits of a number")
struct BinaryIntegerDigitsTests {
  @Test("are padded with zeros up to a width", arguments: [(0, "000"), (7, "007"), (123, "123"), (4567, "4567")])
  func width(number: Int, digits: String) {
    #expect(number.zeroPadded(to: 3) == digits)
  }

  @Test("may have any radix")
  func radix() {
    #expect(UInt16(0xAB).zeroPadded(to: 4, radix: 16) == "00ab")
    #expect(UInt32(0xAB).zeroPadded(to: 4, radix: 16, uppercase: true) == "00AB")
  }
}
