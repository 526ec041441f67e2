import BuiltInTemplates

/// The list of the built-in templates for `martlet help templates`.
enum TemplateHelp {
  /// - Parameter width: The width of the terminal; nil for no wrapping.
  static func list(width: Int?) -> String {
    let rows = BuiltInTemplate.all.map { [$0.name, $0.summary, $0.key ?? ""] }
    let table = TextTable([["Template", "What it makes", "Another one"]] + rows, width: width)
    return """
      \(table.lines.joined(separator: "\n"))

      `martlet help templates notes.md` prints one, to read or to copy. A key in the last column takes another one: a Mustache
      template, whose names are in the comment of the built-in one.
      """
  }
}
