import MartletCore

/// One file with Ruby code: the Fastfile, or one that it imports.
struct FastfileUnit {
  let source: SourceText
  let places: StatementPlaces

  init(_ source: SourceText) {
    self.source = source
    places = StatementPlaces(source)
  }

  /// The names whose values the code in `span` may change.
  func changedNames(in span: Range<Int>) -> Set<String> {
    Set(RubyChanges(in: span, of: source, definitions: []).counts.keys)
  }

  func place(at offset: Int) -> Place { places.place(at: offset) }
}
