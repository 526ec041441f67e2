import MartletCore

/// The restrictions for a project's own template of notes or an announcement.
enum NotesTemplate {
  /// In bytes.
  private static let greatestLength = 1 << 16

  /// Returns the text that the template `source` gives. Values are never expanded as templates.
  ///
  /// - Parameter names: The only names that it may use; nil for a built-in template.
  /// - Throws: `NotesTemplateError` for an unknown name, and for a section within itself, whose output could grow
  ///   exponentially.
  static func text(
    _ source: String, with values: TemplateValue, names: [String]?
  ) throws(NotesTemplateError) -> String {
    guard source.utf8.count <= greatestLength else { throw .tooLong(source.utf8.count) }
    do {
      let template = try Mustache(source)
      if let names { try check(template, names: names) }
      return template.text(with: values, .nothing)
    } catch let error as MustacheError {
      throw .malformed(error.words, line: error.line)
    } catch let error as NotesTemplateError {
      throw error
    } catch {
      throw .malformed("\(error)", line: 1)
    }
  }

  private static func check(_ template: Mustache, names: [String]) throws(NotesTemplateError) {
    for use in template.uses {
      if use.isNested { throw .nested(use.name, line: use.line) }
      if use.name != ".", !names.contains(use.name) { throw .unknownName(use.name, line: use.line) }
    }
  }
}

/// Why a project's own template for notes cannot be used.
package enum NotesTemplateError: Error, Equatable, Sendable {
  case malformed(String, line: Int)
  case unknownName(String, line: Int)
  case nested(String, line: Int)
  case tooLong(Int)
}

extension NotesTemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let problem, let line): "line \(line): \(problem)"
    case .unknownName(let name, let line): "line \(line): unknown name `\(name)`"
    case .nested(let name, let line): "line \(line): section `\(name)` within itself"
    case .tooLong(let length): "it is \(length) bytes long, expected at most \(1 << 16)"
    }
  }
}
