import Lanes
import MartletCore

/// The types of all values of a configuration: the declared type, else the one that fits all environments.
package struct Schema: Sendable {
  /// A table.
  package let root: ValueType
  /// Values with different types in two environments.
  package let conflicts: [EnvironmentProblem]

  /// - Parameter secrets: The secrets to include.
  package init(of configuration: Configuration, with secrets: [SecretDeclaration]) {
    let left = Set(configuration.declaration.secrets.map(\.key)).subtracting(secrets.map(\.key))
    var inference = Inference(
      declared: Dictionary(configuration.declaration.types.map { ($0.key, $0) }) { first, _ in first },
      leftOut: left)
    root = inference.table(
      configuration.environments.map(\.values), fileValues: configuration.environments.map(\.declaredValues), at: [])
    conflicts = inference.conflicts
  }
}

/// Infers the common type of several values.
private struct Inference {
  let declared: [ConfigurationKey: TypeDeclaration]
  let leftOut: Set<ConfigurationKey>
  /// The dictionaries that contain a required declared value.
  private let required: Set<ConfigurationKey>
  var conflicts: [EnvironmentProblem] = []

  init(declared: [ConfigurationKey: TypeDeclaration], leftOut: Set<ConfigurationKey>) {
    self.declared = declared
    self.leftOut = leftOut
    required = declared.values.reduce(into: []) { required, type in
      guard !type.isOptional, type.defaultValue == nil else { return }
      for count in 1..<max(1, type.key.components.count) {
        required.insert(ConfigurationKey(Array(type.key.components.prefix(count))))
      }
    }
  }

  /// Returns the common type of all `tables`: it has every key of any of them, and every declared key.
  ///
  /// - Parameter fileValues: The tables from the files; variables of the process do not change their types.
  mutating func table(
    _ tables: [ConfiguredValue], fileValues: [ConfiguredValue], at path: [String]
  ) -> ValueType {
    var byKey: [String: [ConfiguredValue]] = [:]
    for table in tables {
      for (key, value) in table.table { byKey[key, default: []].append(value) }
    }
    var fileValuesByKey: [String: [ConfiguredValue]] = [:]
    for table in fileValues {
      for (key, value) in table.table { fileValuesByKey[key, default: []].append(value) }
    }
    // In any order: it adds keys of a dictionary.
    for key in declared.keys where key.components.count > path.count && key.components.starts(with: path) {
      byKey[key.components[path.count]] = byKey[key.components[path.count]] ?? []
    }
    return .table(
      byKey.sortedByKey.compactMap { key, values in
        let way = ConfigurationKey(path + [key])
        guard !leftOut.contains(way) else { return nil }
        let type = type(of: values, fileValues: fileValuesByKey[key] ?? [], at: way)
        let isOptional =
          declared[way].map { $0.isOptional } ?? (values.count < tables.count && !required.contains(way))
        return ValueType.Field(key: key, type: type, isOptional: isOptional)
      })
  }

  private mutating func type(
    of own: [ConfiguredValue], fileValues: [ConfiguredValue], at key: ConfigurationKey
  ) -> ValueType {
    if let kind = declared[key]?.kind { return ValueType(kind) }
    let values = fileValues + own
    let first = values.first { value in
      if case .plain = value.content { false } else { true }
    }
    guard let first else { return plainType(of: values, at: key) }
    let isTable = if case .table = first.content { true } else { false }
    let isList = if case .list = first.content { true } else { false }
    for value in values where !value.hasShape(of: first) {
      conflicts.append(.conflict(key, first: ConfiguredKind(first), second: ConfiguredKind(value)))
      return first.ownType
    }
    if isTable { return table(own, fileValues: fileValues, at: key.components) }
    if isList {
      let elements = values.flatMap { value in
        if case .list(let elements) = value.content { elements } else { [ConfiguredValue]() }
      }
      return .list(elements.isEmpty ? .string : type(of: elements, fileValues: [], at: key))
    }
    return scalarType(of: values, first: first, at: key)
  }

  private mutating func scalarType(
    of values: [ConfiguredValue], first: ConfiguredValue, at key: ConfigurationKey
  ) -> ValueType {
    var type = first.ownType
    for value in values {
      switch (type, value.ownType, value.content) {
      case (let known, _, .plain(let text)) where known.takes(text): continue
      case (.int, _, .plain(let text)) where ValueType.double.takes(text): type = .double
      case (.url, _, .plain): type = .string
      case (let known, let own, _) where known == own: continue
      case (.url, .string, _), (.string, .url, _): type = .string
      case (.int, .double, _): type = .double
      case (.double, .int, _): continue
      default:
        conflicts.append(.conflict(key, first: ConfiguredKind(first), second: ConfiguredKind(value)))
        return type
      }
    }
    return type
  }

  /// Returns the type of untyped texts: the type that fits all of them, else a text.
  private mutating func plainType(of values: [ConfiguredValue], at key: ConfigurationKey) -> ValueType {
    // A table that is only declared has no values.
    guard !values.isEmpty else {
      return declared.keys.contains { $0.components.starts(with: key.components) && $0 != key }
        ? table([], fileValues: [], at: key.components) : .string
    }
    let texts = values.compactMap { if case .plain(let text) = $0.content { text } else { nil } }
    for type in [ValueType.bool, .int, .double, .url] where texts.allSatisfy(type.takes) { return type }
    return .string
  }
}

extension ConfiguredValue {
  /// Whether both are scalars, both lists or both tables.
  fileprivate func hasShape(of other: ConfiguredValue) -> Bool {
    switch (content, other.content) {
    case (.table, .table), (.list, .list): true
    case (.table, _), (.list, _), (_, .table), (_, .list): false
    default: true
    }
  }

  /// The type of the value alone.
  fileprivate var ownType: ValueType {
    switch content {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .date: .date
    case .data: .data
    case .text(let text): text.isURL ? .url : .string
    case .plain, .secret, .unset: .string
    case .list: .list(.string)
    case .table: .table([])
    }
  }
}

extension ValueType {
  /// Whether an untyped text can be read as this type.
  func takes(_ text: String) -> Bool {
    switch self {
    case .bool: text.asBool != nil
    case .int: text.asInt != nil
    case .double: text.asDouble != nil || text.asInt != nil
    case .string: true
    case .url: text.isURL
    case .date: Instant(text) != nil
    case .data: text.isBase64
    case .choice(let words): words.contains(text)
    case .list, .table: false
    }
  }
}
