import Lanes
import SystemAPI

/// A result as one JSON object. Within one `schema`, keys are added but never changed or removed.
protocol Report: Encodable {
  var schema: Int { get }
}

extension Report {
  /// Returns the object on several lines, with sorted keys in snake case. Equal values give equal bytes.
  ///
  /// Control characters and workflow commands are escaped as `\u…`, which does not change the value.
  func json() throws -> String { try json([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

  /// Returns the object on one line, for files with lines of `name=value`.
  func line() throws -> String { try json([.sortedKeys, .withoutEscapingSlashes]) }

  private func json(_ format: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(self), as: UTF8.self)
      .withoutLogCommandsInJSON().escapedForTerminalInJSON()
  }
}
