import MartletCore
import TestSupport
import Testing

@Suite("A place")
struct PlaceTests {
  @Test("is printed in the form that terminals and editors recognise")
  func spelling() {
    #expect(Place(path: "App/Info.plist", line: 22, column: 9).description == "App/Info.plist:22:9")
  }

  @Test("follows places above it, to its left, and in earlier files")
  func order() {
    let places = [
      Place(path: "a", line: 1, column: 1), Place(path: "a", line: 1, column: 10), Place(path: "a", line: 2, column: 1),
      Place(path: "a", line: 10, column: 1), Place(path: "b", line: 1, column: 1),
    ]
    #expect(places.reversed().sorted() == places)
  }
}
