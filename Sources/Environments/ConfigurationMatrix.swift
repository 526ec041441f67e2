import BuiltInTemplates
import Lanes
import MartletCore

/// The values of all environments side by side: one row per key, one column per environment.
package struct ConfigurationMatrix: Sendable {
  package struct Cell: Sendable {
    /// Nil if the environment does not have the key.
    package let text: String?
    package let layer: String?
    package let origin: String?
  }

  package struct Row: Sendable {
    package let key: String
    package let type: String
    /// In the order of the columns.
    package let cells: [Cell]

    /// Whether all environments have the same value.
    package var isEqual: Bool { Set(cells.map(\.text)).count == 1 }
  }

  package let environments: [String]
  package let rows: [Row]

  package init(_ configuration: Configuration) {
    environments = configuration.names
    let schema = Schema(of: configuration, with: configuration.declaration.secrets)
    let keys = Set(configuration.environments.flatMap { $0.leaves.map(\.key) }).sorted()
    rows = keys.map { key in
      Row(
        key: key.description, type: schema.root[key]?.description ?? "",
        cells: configuration.environments.map { environment in
          let value = environment.values[key]
          return Cell(
            text: value?.description, layer: value.map { "\($0.origin.layer)" }, origin: value.map { "\($0.origin)" })
        })
    }
  }

  /// The table in GitHub's Markdown.
  package var markdown: String {
    let head = ["Key", "Type"] + environments
    let lines =
      [head, head.map { _ in "---" }]
      + rows.map { row in
        [row.key, row.type] + row.cells.map { $0.text ?? "–" }
      }
    return lines.enumerated().map { index, cells in
      "| " + cells.map { index == 1 ? $0 : $0.inMarkdown }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// Returns a self-contained HTML page: a filter, and the origin of every value.
  ///
  /// - Throws: An error if the built-in template is broken.
  package func page(title: String) throws -> String {
    let rows = rows.map { row -> TemplateValue in
      [
        "key": .text(row.key), "type": .text(row.type), "state": .text(row.isEqual ? "same" : "differs"),
        "cells": .list(
          row.cells.map { cell in
            [
              "text": .text(cell.text ?? ""), "layer": .text(cell.layer ?? ""), "origin": .text(cell.origin ?? ""),
              "hasValue": .flag(cell.text != nil),
            ]
          }),
      ]
    }
    return try Mustache(BuiltInTemplate.environmentMatrix.text).text(
      with: [
        "title": .text(title), "environments": .list(environments.map { ["name": .text($0)] }), "rows": .list(rows),
      ], .html)
  }
}

extension String {
  /// The text of one table cell, with all Markdown, HTML and cell separators escaped.
  fileprivate var inMarkdown: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "|", "\\", "`", "*", "_", "[", "]", "~": text += "\\\(scalar)"
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
