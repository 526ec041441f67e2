import Lanes
import MartletCore

/// A file generated from a configuration.
package struct GeneratedFile: Sendable {
  package let path: RelativePath
  package let text: String
  /// The secrets in it.
  package let secrets: [ConfigurationSecret]

  /// The secrets in it that are known only during a run.
  package var placeholders: [ConfigurationSecret] { secrets.filter(\.isPlaceholder) }
}

/// Generates files from the values of environments. The same values always produce the same bytes.
package struct ConfigurationGenerator {
  /// An environment with its values, including the values of all embedded secrets.
  package struct Subject: Sendable {
    package let name: String
    package let values: TypedValue

    package init(_ name: String, _ values: TypedValue) {
      self.name = name
      self.values = values
    }
  }

  let schema: Schema
  let selected: Subject
  private let all: [Subject]
  let declaration: EnvironmentsDeclaration
  private let sources: String

  /// - Parameters:
  ///   - schema: The types of the values, without secrets that are not embedded.
  ///   - all: The subjects of outputs about all environments; empty without such outputs.
  package init(_ schema: Schema, selected: Subject, all: [Subject], of declaration: EnvironmentsDeclaration) {
    self.schema = schema
    self.selected = selected
    self.all = all
    self.declaration = declaration
    sources = declaration.sources.map(\.path.string).joined(separator: ", ")
  }

  /// Generates the file that `output` declares.
  ///
  /// - Parameter template: The project's own template; nil for the built-in one.
  /// - Throws: `EnvironmentError` for values that the format cannot represent, and for an invalid template.
  package func file(_ output: OutputDeclaration, template: SourceText?) throws(EnvironmentError) -> GeneratedFile {
    let content = try content(of: output)
    let text =
      template.map { $0.string(at: $0.startOffset..<$0.bytes.count) }
      ?? output.format.output.template.text
    do {
      return GeneratedFile(
        path: output.path, text: try Mustache(text).text(with: .fields(content), .html),
        secrets: subjects(of: output).flatMap(\.values.secrets))
    } catch {
      throw EnvironmentError([.badTemplate(template?.path ?? output.path, reason: "\(error)")])
    }
  }

  /// Returns the values for the template of `output`, by their names.
  package func content(of output: OutputDeclaration) throws(EnvironmentError) -> [String: TemplateValue] {
    var content = try output.format.output.content(self, output)
    content["sources"] = .text(sources)
    content["environment"] = .text(selected.name)
    return content
  }

  func subjects(of output: OutputDeclaration) -> [Subject] { output.isAboutAll ? all : [selected] }
}

extension TypedValue {
  /// The secrets in it, in the order of their keys.
  var secrets: [ConfigurationSecret] {
    switch self {
    case .secret(let secret): [secret]
    case .list(let elements): elements.flatMap(\.secrets)
    case .table(let fields): fields.compactMap(\.value).flatMap(\.secrets)
    case .bool, .int, .double, .string, .url, .date, .data, .choice: []
    }
  }
}
