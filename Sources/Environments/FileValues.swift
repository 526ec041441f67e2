import Lanes
import MartletBuildSettings
import MartletCore

/// The values of one file of any format.
struct FileValues {
  private enum Content {
    case yaml(Node)
    case document(DocumentValue)
    /// Lines of names and texts, read on demand.
    case lines
  }

  private let source: ValueSource
  private let text: SourceText
  private let files: any FileReading
  private let content: Content

  init(_ source: ValueSource, _ text: SourceText, in files: any FileReading) throws {
    self.source = source
    self.text = text
    self.files = files
    content =
      switch source.format {
      case .yaml: .yaml(try Node(yaml: text))
      case .plist: .document(try DocumentFormat.propertyList.value(of: text))
      case .json: .document(try DocumentFormat.json.value(of: text))
      case .toml: .document(try DocumentFormat.toml.value(of: text))
      case .env, .xcconfig: .lines
      }
  }

  /// Returns the dictionaries of a file with one for each environment, with their places.
  ///
  /// - Throws: `EnvironmentError` for an entry that is not a dictionary.
  func environments() throws(EnvironmentError) -> [(name: String, origin: Origin)] {
    var problems: [EnvironmentProblem] = []
    let found = try entries().map { key, span, isDictionary in
      let origin = Origin(.environment(key), .place(text.place(at: span.lowerBound)))
      if !isDictionary { problems.append(.noDictionary(key, origin)) }
      return (name: key, origin: origin)
    }
    guard problems.isEmpty else { throw EnvironmentError(problems) }
    return found
  }

  /// Returns the values of the whole file.
  func values(_ layer: LayerName) throws -> ConfiguredValue {
    switch content {
    case .yaml(let node): return try dictionary(reader(layer).value(node))
    case .document(let document): return try dictionary(reader(layer).value(document))
    case .lines: return try source.format == .env ? variables(layer) : settings(layer)
    }
  }

  /// Returns the values of the dictionary `name`.
  func values(ofEnvironment name: String, _ layer: LayerName) throws(EnvironmentError) -> ConfiguredValue {
    switch content {
    case .yaml(let node):
      if let entry = node.entries?.first(where: { $0.key == name }) {
        return try dictionary(reader(layer).value(entry.value))
      }
    case .document(let document):
      if let value = document[name] { return try dictionary(reader(layer).value(value)) }
    case .lines: break
    }
    return ConfiguredValue(.table([:]), start)
  }

  private func entries() throws(EnvironmentError) -> [(key: String, span: Range<Int>, isDictionary: Bool)] {
    switch content {
    case .yaml(let node):
      if let entries = node.entries { return entries.map { ($0.key, $0.keySpan, $0.value.entries != nil) } }
    case .document(let document):
      if case .table(let table) = document.content {
        return table.entries.map { entry in
          let isDictionary = if case .table = entry.value.content { true } else { false }
          return (entry.key, entry.keySpan, isDictionary)
        }
      }
    case .lines: return []
    }
    throw EnvironmentError([.noDictionary(text.path.string, start)])
  }

  private var start: Origin { Origin(.common, .place(Place(path: text.path, line: 1, column: 1))) }

  /// Returns the dictionary of `value`. An empty file or dictionary has no values.
  private func dictionary(_ value: ConfiguredValue) throws(EnvironmentError) -> ConfiguredValue {
    switch value.content {
    case .table: return value
    case .unset: return ConfiguredValue(.table([:]), value.origin)
    case .bool, .int, .double, .date, .data, .text, .plain, .secret, .list:
      throw EnvironmentError([.noDictionary(text.path.string, value.origin)])
    }
  }

  private func reader(_ layer: LayerName) -> ValueReader {
    ValueReader(source: text, layer: layer, format: source.format)
  }

  /// Reads variables. A quoted value is a text; the type of an unquoted one follows its spelling.
  private func variables(_ layer: LayerName) throws -> ConfiguredValue {
    var table: [String: ConfiguredValue] = [:]
    for assignment in try EnvironmentFile(text).assignments {
      let origin = Origin(layer, .place(text.place(at: assignment.span.lowerBound)))
      table[assignment.name] = ConfiguredValue(
        assignment.isBare ? .plain(assignment.value) : .text(assignment.value), origin)
    }
    return ConfiguredValue(.table(table), start)
  }

  /// Returns the expanded settings of the file and its inclusions.
  private func settings(_ layer: LayerName) throws -> ConfiguredValue {
    var loader = XcconfigLoader()
    guard let loaded = try loader.load(text.path, in: files) else { return ConfiguredValue(.table([:]), start) }
    let scope = SettingsScope(SettingsTable([SettingsLevel(text.path.string, loaded.assignments)]))
    var problems = loaded.problems.map(\.diagnostic).filter { $0.severity == .error }.map(EnvironmentProblem.unreadable)
    var table: [String: ConfiguredValue] = [:]
    let names = source.keys?.map(\.value) ?? Set(loaded.assignments.map(\.name)).sorted()
    for name in names {
      guard let (position, assignment) = scope.assignment(of: name) else { continue }
      let expansion = try scope.expansion(of: assignment, at: position)
      let place = assignment.value.source.map { $0.place(at: assignment.nameSpan.lowerBound) }
      let origin = Origin(layer, place.map(Origin.Location.place) ?? start.location)
      if !expansion.isComplete { problems.append(.unknownReference(name, origin)) }
      table[name] = ConfiguredValue(.plain(expansion.string), origin)
    }
    guard problems.isEmpty else { throw EnvironmentError(problems) }
    return ConfiguredValue(.table(table), start)
  }
}
