import MartletCore

/// One file with Ruby code: the Fastfile, or one that it imports.
struct FastfileUnit {
  let source: SourceText
  let places: StatementPlaces

  init(_ source: SourceText) {
    self.source = source
    places = StatementPlaces(source)
  }

  func place(at offset: Int) -> Place { places.place(at: offset) }
}
