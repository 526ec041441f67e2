import Archiving

extension ArchiveFormat: ParameterValue {
  package static var shape: ValueShape { .choice(allNames) }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let format = node.text.flatMap(Self.init(rawValue:)) else {
      decoder.report(.wrongValue(expected: Self.expectation), at: node)
      return nil
    }
    self = format
  }

  package var releasefileText: String? { rawValue }
}
