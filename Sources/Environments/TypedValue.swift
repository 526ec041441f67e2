import Lanes
import MartletCore

/// A value with a known type.
package indirect enum TypedValue: Sendable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case url(String)
  case date(Instant)
  /// In Base64.
  case data(String)
  case choice(String)
  case secret(ConfigurationSecret)
  case list([TypedValue])
  /// In the order of the keys' bytes.
  case table([Field])

  package struct Field: Sendable {
    package let key: String
    /// Nil if this environment does not have it.
    package let value: TypedValue?

    package init(key: String, value: TypedValue?) {
      self.key = key
      self.value = value
    }
  }

  /// The fields of a table; empty for any other value.
  package var fields: [Field] { if case .table(let fields) = self { fields } else { [] } }

  /// The value at `key`.
  package subscript(key: ConfigurationKey) -> TypedValue? {
    key.components.reduce(self) { value, component in value?.fields.element(with: component, of: \.key)?.value }
  }
}

extension Configuration {
  /// Returns the values of `environment` with the types of `schema`.
  ///
  /// - Throws: `EnvironmentError` with every value of the wrong type, and every missing value.
  package func values(of environment: Environment, as schema: Schema) throws(EnvironmentError) -> TypedValue {
    var typing = Typing(environment.name, places: typePlaces, fallback: place)
    guard let value = typing.value(environment.values, as: schema.root, at: []), typing.problems.isEmpty else {
      throw EnvironmentError(typing.problems)
    }
    return value
  }
}

/// Converts values to the types of a schema.
private struct Typing {
  private let environment: String
  private let places: [ConfigurationKey: Place]
  private let fallback: Place?
  var problems: [EnvironmentProblem] = []

  init(_ environment: String, places: [ConfigurationKey: Place], fallback: Place?) {
    self.environment = environment
    self.places = places
    self.fallback = fallback
  }

  /// - Returns: nil after a problem.
  mutating func value(_ value: ConfiguredValue, as type: ValueType, at path: [String]) -> TypedValue? {
    if case .secret(let secret) = value.content { return .secret(secret) }
    switch type {
    case .table(let fields):
      guard case .table(let table) = value.content else { break }
      return .table(fields.map { TypedValue.Field(key: $0.key, value: self.value(of: $0, in: table, at: path)) })
    case .list(let element):
      guard let elements = value.elements else { break }
      let count = problems.count
      let values = elements.compactMap { self.value($0, as: element, at: path) }
      return problems.count == count ? .list(values) : nil
    case .bool, .int, .double, .string, .url, .date, .data, .choice:
      if let scalar = value.scalar(as: type) { return scalar }
    }
    problems.append(
      .wrongType(ConfigurationKey(path), value: value.description, expected: type.expectation, value.origin))
    return nil
  }

  private mutating func value(
    of field: ValueType.Field, in table: [String: ConfiguredValue], at path: [String]
  ) -> TypedValue? {
    let path = path + [field.key]
    if let value = table[field.key] { return self.value(value, as: field.type, at: path) }
    if !field.isOptional {
      let key = ConfigurationKey(path)
      problems.append(.missing(key, environment: environment, places[key] ?? fallback))
    }
    return nil
  }
}

extension ConfiguredValue {
  /// The elements of a list; an untyped text is split at commas, else at blanks.
  fileprivate var elements: [ConfiguredValue]? {
    switch content {
    case .list(let elements): elements
    case .plain(let text):
      text.split { text.contains(",") ? $0 == "," : $0.isWhitespace }
        .map { ConfiguredValue(.plain(String($0).trimmingBlanks()), origin) }
    case .bool, .int, .double, .date, .data, .text, .secret, .table, .unset: nil
    }
  }

  /// Returns the value as `type`, if the conversion loses nothing.
  fileprivate func scalar(as type: ValueType) -> TypedValue? {
    switch (type, content) {
    case (.bool, .bool(let flag)): return .bool(flag)
    case (.int, .int(let number)): return .int(number)
    case (.double, .double(let number)): return .double(number)
    case (.double, .int(let number)): return .double(Double(number))
    case (.date, .date(let instant)): return .date(instant)
    case (.data, .data(let base64)): return .data(base64)
    case (.string, .bool), (.string, .int), (.string, .double), (.string, .date): return .string(description)
    case (.choice(let words), .int), (.choice(let words), .bool):
      return words.contains(description) ? .choice(description) : nil
    case (_, .text(let text)), (_, .plain(let text)): return type.value(of: text)
    default: return nil
    }
  }
}

extension ValueType {
  /// Returns the text as this type.
  fileprivate func value(of text: String) -> TypedValue? {
    guard takes(text) else { return nil }
    switch self {
    case .bool: return text.asBool.map(TypedValue.bool)
    case .int: return text.asInt.map(TypedValue.int)
    case .double: return (text.asDouble ?? text.asInt.map { Double($0) }).map(TypedValue.double)
    case .string: return .string(text)
    case .url: return .url(text)
    case .date: return Instant(text).map(TypedValue.date)
    case .data: return .data(text)
    case .choice: return .choice(text)
    case .list, .table: return nil
    }
  }
}
