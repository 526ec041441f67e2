import Essentials
import Pipelines

/// A result as one JSON object, whose keys are only ever added to within one `schema`.
protocol Report: Encodable {
  var schema: Int { get }
}

extension Report {
  /// The object on several lines, keys in alphabetical order, snake case; the same value gives the same bytes.
  ///
  /// What a terminal would obey, or a CI system that reads the log, stands there as `\u…`: the value is the same.
  func json() throws -> String { try json([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

  /// The same on one line, as files take it in which a line is `name=value`.
  func line() throws -> String { try json([.sortedKeys, .withoutEscapingSlashes]) }

  private func json(_ format: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(self), as: UTF8.self)
      .withoutLogOrdersInJSON().escapedForTerminalInJSON()
  }
}
