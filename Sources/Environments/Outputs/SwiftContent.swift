import Lanes
import MartletCore

/// The content for the Swift template.
struct SwiftContent {
  private let schema: Schema
  private let selected: ConfigurationGenerator.Subject
  private let subjects: [ConfigurationGenerator.Subject]
  private let structName: String
  private let protocolName: String
  private let access: String
  private let isAboutAll: Bool
  private let declaration: EnvironmentsDeclaration
  private var types: [TemplateValue] = []

  init(
    _ output: OutputDeclaration, _ schema: Schema, selected: ConfigurationGenerator.Subject,
    _ subjects: [ConfigurationGenerator.Subject], of declaration: EnvironmentsDeclaration
  ) {
    self.declaration = declaration
    self.schema = schema
    self.selected = selected
    self.subjects = subjects
    structName =
      output.typeName ?? output.path.lastComponent.split(separator: ".").first.map { String($0).asSwiftType }
      ?? "Configuration"
    protocolName = output.protocolName ?? "\(structName)Values"
    access = output.access == .internal ? "" : "\(output.access.rawValue) "
    isAboutAll = output.extent == .all
  }

  /// - Throws: `EnvironmentError` when two keys or environments have the same Swift name.
  func content() throws(EnvironmentError) -> [String: TemplateValue] {
    var builder = self
    return try builder.build()
  }

  private mutating func build() throws(EnvironmentError) -> [String: TemplateValue] {
    let properties = try properties(of: schema.root.fields, in: structName, at: [])
    var environments: [TemplateValue] = []
    var names: [String: String] = [:]
    for subject in subjects {
      let name = subject.name.asSwiftProperty
      if let other = names[name] { throw EnvironmentError([.sameEnvironmentName(name, other, subject.name)]) }
      names[name] = subject.name
      environments.append([
        "environment": .text(subject.name), "name": .text(name.inSwift), "literal": .text(subject.name.swiftLiteral),
        "value": .text(expression(subject.values, as: schema.root, called: structName, indentation: "  ")),
      ])
    }
    var content: [String: TemplateValue] = [
      "access": .text(access), "protocol": .text(protocolName), "struct": .text(structName),
      "properties": .list(of: properties), "parameters": .text(Self.parameters(properties)),
      "environments": .list(environments), "types": .list(types),
      "needsFoundation": .flag(schema.root.needsFoundation || isAboutAll), "named": .flag(isAboutAll),
    ]
    if isAboutAll {
      content.merge(choice(among: names)) { $1 }
    } else if names["current"] == nil {
      content["current"] = .text(selected.name.asSwiftProperty.inSwift)
    }
    return content
  }

  /// Returns the code that selects an environment at run time, unless an environment has the same name.
  private func choice(among names: [String: String]) -> [String: TemplateValue] {
    let setting = declaration.setting
    var content: [String: TemplateValue] = [
      "chosen": .flag(names["current"] == nil), "setting": .text(setting.onOneLine),
      "settingLiteral": .text(setting.swiftLiteral), "listed": .flag(names["allCases"] == nil),
      "cases": .text(subjects.map { ".\($0.name.asSwiftProperty.inSwift)" }.joined(separator: ", ")),
      "default": .flag(declaration.defaultEnvironment != nil),
      "missingMessage": .text("the Info.plist has no value for `\(setting)`".swiftLiteral),
    ]
    if let name = declaration.defaultEnvironment?.value {
      content["defaultEnvironment"] = .text(name.onOneLine)
      content["defaultName"] = .text(name.asSwiftProperty.inSwift)
    }
    return content
  }

  private static func parameters(_ properties: [Property]) -> String {
    properties.map { "\($0.name): \($0.type)\($0.isOptional ? " = nil" : "")" }.joined(separator: ", ")
  }

  // MARK: Declarations

  private struct Property: TemplateFields {
    let key: String
    let name: String
    let type: String
    let isOptional: Bool

    func value(named field: String) -> TemplateValue? {
      switch field {
      case "key": .text(key)
      case "name": .text(name)
      case "type": .text(type)
      case "isOptional": .flag(isOptional)
      default: nil
      }
    }
  }

  private mutating func properties(
    of fields: [ValueType.Field], in owner: String, at path: [String]
  ) throws(EnvironmentError) -> [Property] {
    var properties: [Property] = []
    var names: [String: String] = [:]
    for field in fields {
      let key = ConfigurationKey(path + [field.key])
      let name = field.key.asSwiftProperty
      if let other = names[name] {
        throw EnvironmentError([.sameName(name, ConfigurationKey(path + [other]), key)])
      }
      names[name] = field.key
      let type = try typeName(of: field.type, called: field.key.asNestedType(in: structName), in: owner, at: key)
      properties.append(
        Property(
          key: key.description.onOneLine, name: name.inSwift, type: field.isOptional ? "\(type)?" : type,
          isOptional: field.isOptional))
    }
    return properties
  }

  /// Returns the type in Swift; a type to declare is added to `types`, before its nested types.
  private mutating func typeName(
    of type: ValueType, called name: String, in owner: String, at key: ConfigurationKey
  ) throws(EnvironmentError) -> String {
    switch type {
    case .bool, .int, .double, .string, .url, .date, .data: return type.description
    case .list(let element): return "[\(try typeName(of: element, called: "\(name)Element", in: owner, at: key))]"
    case .choice(let words):
      var cases: [TemplateValue] = []
      var names: [String: String] = [:]
      for word in words {
        let caseName = word.asSwiftProperty
        if let other = names[caseName] {
          throw EnvironmentError([.sameName(caseName, key.appending(other), key.appending(word))])
        }
        names[caseName] = word
        cases.append(["name": .text(caseName.inSwift), "value": .text(word.swiftLiteral)])
      }
      types.append([
        "owner": .text(owner), "name": .text(name), "key": .text(key.description.onOneLine), "isChoice": .flag(true),
        "cases": .list(cases),
      ])
    case .table(let fields):
      let place = types.count
      types.append([:])
      let properties = try properties(of: fields, in: "\(owner).\(name)", at: key.components)
      types[place] = [
        "owner": .text(owner), "name": .text(name), "key": .text(key.description.onOneLine), "isChoice": .flag(false),
        "properties": .list(of: properties), "parameters": .text(Self.parameters(properties)),
      ]
    }
    return "\(owner).\(name)"
  }

  // MARK: Values

  /// Returns the expression that creates `value`.
  ///
  /// - Parameter name: The name of the type, if it is declared here.
  private func expression(
    _ value: TypedValue?, as type: ValueType, called name: String, indentation: String
  ) -> String {
    guard let value else { return "nil" }
    let inner = indentation + "  "
    switch (value, type) {
    case (.table(let fields), .table(let types)):
      let arguments = zip(fields, types).map { field, type in
        let nested = "\(name).\(type.key.asNestedType(in: structName))"
        return "\(inner)\(field.key.asSwiftProperty.asSwiftLabel): "
          + expression(field.value, as: type.type, called: nested, indentation: inner)
      }
      return arguments.isEmpty ? "\(name)()" : "\(name)(\n\(arguments.joined(separator: ",\n"))\n\(indentation))"
    case (.list(let elements), .list(let element)):
      let lines = elements.map { inner + expression($0, as: element, called: "\(name)Element", indentation: inner) }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case (.choice(let word), _): return "\(name).\(word.asSwiftProperty.inSwift)"
    case (.url(let text), _): return "URL(string: \(text.swiftLiteral))!"
    case (.date(let instant), _): return "Date(timeIntervalSince1970: \(instant.seconds))"
    case (.data(let base64), _): return "Data(base64Encoded: \(base64.swiftLiteral))!"
    case (.bool, _), (.int, _), (.double, _): return value.scalarText ?? ""
    case (.string, _), (.secret, _), (.list, _), (.table, _): return (value.scalarText ?? "").swiftLiteral
    }
  }
}

extension String {
  /// Returns the name of a nested type that differs from names used by Swift or by the generated code.
  fileprivate func asNestedType(in structName: String) -> String {
    let name = asSwiftType
    let taken = [
      "Any", "Array", "Bool", "CaseIterable", "Data", "Date", "Double", "Equatable", "Foundation", "Int", "Optional",
      "Protocol", "Self", "Sendable", "String", "Swift", "Type", "URL", structName,
    ]
    return taken.contains(name) ? "\(name)Values" : name
  }

  /// The text for a one-line comment.
  fileprivate var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}

extension ValueType {
  fileprivate var needsFoundation: Bool {
    switch self {
    case .url, .date, .data: true
    case .list(let element): element.needsFoundation
    case .table(let fields): fields.contains { $0.type.needsFoundation }
    case .bool, .int, .double, .string, .choice: false
    }
  }
}

extension ValueType {
  /// Returns the Swift name of every value by its key: the last component of its path.
  package func swiftNames(at path: [String] = []) -> [ConfigurationKey: String] {
    fields.reduce(into: [:]) { names, field in
      let key = ConfigurationKey(path + [field.key])
      names[key] = field.key.asSwiftProperty
      names.merge(field.type.swiftNames(at: key.components)) { first, _ in first }
    }
  }
}
