import CYaml

/// The libyaml event parser. Only this type calls libyaml.
package final class YAMLEvents {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  /// A copy, because libyaml reads from it until the end.
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter bytes: UTF-8, without a byte order mark.
  /// - Throws: `YAMLProblem.memory`.
  package init(_ bytes: ArraySlice<UInt8>) throws(YAMLProblem) {
    text = .allocate(capacity: bytes.count)
    _ = text.initialize(fromContentsOf: bytes)
    guard yaml_parser_initialize(parser) == 1 else { throw .memory }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// Returns the next event; after the end of the text, always the end event.
  ///
  /// - Throws: `YAMLProblem` where the text stops being YAML; do not call it again after an error.
  package func next() throws(YAMLProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(kind: Self.kind(of: event), mark: YAMLMark(event.start_mark))
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_ALIAS_EVENT: .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: .scalar(scalar(event.data.scalar), anchor: text(event.data.scalar.anchor))
    case YAML_SEQUENCE_START_EVENT: .sequenceStart(anchor: text(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT: .mappingStart(anchor: text(event.data.mapping_start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
    default: .streamEnd
    }
  }

  private static func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private static func scalar(_ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar) -> YAMLEvent.Scalar {
    let style: YAMLEvent.Style =
      switch scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return YAMLEvent.Scalar(text: String(decoding: bytes, as: UTF8.self), style: style, tag: text(scalar.tag))
  }

  /// The problem that libyaml reports after a failure.
  private var problem: YAMLProblem {
    let state = parser.pointee
    guard let words = state.problem.map({ String(cString: $0) }) else { return .memory }
    switch state.error {
    case YAML_READER_ERROR: return .unreadable(words, offset: Int(state.problem_offset))
    case YAML_SCANNER_ERROR where state.context != nil && words == "found unexpected end of stream":
      return .unclosedQuote(YAMLMark(state.context_mark))
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR: return .malformed(words, YAMLMark(state.problem_mark))
    default: return .memory
    }
  }
}

/// An event of libyaml with its start.
package struct YAMLEvent {
  package enum Kind {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case alias(String)
    case scalar(Scalar, anchor: String?)
    case sequenceStart(anchor: String?)
    case mappingStart(anchor: String?)
    /// Of a sequence or a mapping.
    case collectionEnd
  }

  /// The style of a scalar.
  package enum Style {
    case plain, quoted, block
  }

  package struct Scalar: Hashable {
    package let text: String
    package let style: Style
    /// Nil unless it is explicit.
    package let tag: String?
  }

  package let kind: Kind
  package let mark: YAMLMark
}

/// A position in libyaml's terms: the line, and the Unicode scalar in the line, both from 0.
package struct YAMLMark {
  package let line: Int
  package let column: Int
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line), column: Int(mark.column))
  }
}

/// A problem of a text that is not valid YAML, or not supported here.
package enum YAMLProblem: Error {
  /// libyaml's message, and the offset in the text.
  case unreadable(String, offset: Int)
  /// libyaml's message.
  case malformed(String, YAMLMark)
  case unclosedQuote(YAMLMark)
  case unknownAlias(YAMLMark)
  case secondDocument(YAMLMark)
  /// A duplicate key, at its first place.
  case sameKey(String, YAMLMark)
  case tooDeep(YAMLMark)
  case tooMany(YAMLMark)
  case memory
}
