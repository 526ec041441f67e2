import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

/// docs/reports.schema.json against what the commands print, as the golden cases have it.
@Suite("The schema of the reports")
struct ReportSchemaTests {
  private static let cases = GoldenCase.all.filter { $0.printsReport && $0.json != nil }

  @Test("describes every key that a command prints with `--json`", arguments: cases)
  func keys(golden: GoldenCase) throws {
    let text = try #require(ProjectFolder.read("docs/reports.schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(schema["definitions"] as? [String: Any])
    let name = golden.reportName
    #expect(definitions[name] != nil, "no definition `\(name)`")
    let check = SchemaCheck(["$ref": "#/definitions/\(name)", "definitions": definitions])
    let report = try Node(yaml: SourceText(path: "report.json", text: try #require(golden.json)))
    #expect(check.problems(with: report) == [])
  }

  @Test("has no report that no golden case prints")
  func reports() throws {
    let text = try #require(ProjectFolder.read("docs/reports.schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let reports = definitions.filter { ($0.value["required"] as? [String])?.contains("schema") == true }.keys
    #expect(Set(reports) == Set(Self.cases.map(\.reportName)))
  }
}

extension GoldenCase {
  fileprivate var printsReport: Bool {
    arguments.contains("--json") || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
  }

  /// What is printed; nil when it is not a JSON object.
  fileprivate var json: String? {
    text("stdout.txt").flatMap { $0.hasPrefix("{") ? $0 : nil }
  }

  /// The name of the report's definition: that of the command, with the option that decides its shape.
  fileprivate var reportName: String {
    let folder = arguments.firstIndex(of: "-C").map { $0 + 1 }
    let words = arguments.indices.filter { $0 != folder && !arguments[$0].hasPrefix("-") }.map { arguments[$0] }
    switch words.first {
    case "help": return "help \(["steps", "keys"].first { json?.contains("\"\($0)\" :") == true } ?? "errors")"
    case "changelog" where words.dropFirst().first != "check":
      return json?.contains("\"sections\"") == true ? "changelog" : "changelog VERSION"
    default: break
    }
    let group = ["config", "changelog"].contains(words.first ?? "")
    let command = words.prefix(group ? 2 : 1).joined(separator: " ")
    if command == "config get", json?.contains("\"settings\" :") == true { return "\(command) --all of settings" }
    if let option = ["--list", "--all"].first(where: arguments.contains) { return "\(command) \(option)" }
    if let shared = Self.sharedReports[command] { return shared }
    guard command == "version" else { return command }
    if json?.contains("\"waves\"") == true { return "version --next of packages" }
    let option = ["--sites", "--explain", "--next"].first { option in arguments.contains { $0.hasPrefix(option) } }
    return [command, option].compactMap(\.self).joined(separator: " ")
  }

  /// The report of a command that shares the report of another one.
  private static let sharedReports = [
    "announce": "plan", "bump": "plan", "init": "plan", "export": "plan", "finish": "run", "propose": "run",
    "config set": "plan",
    "config generate": "plan", "undo": "status",
  ]
}
