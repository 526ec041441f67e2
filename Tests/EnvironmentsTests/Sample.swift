import Environments
import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// A project in memory with `environments:` in its Releasefile.
struct Sample {
  var world: TestWorkspace
  /// The text below `environments:`, without indentation.
  let declaration: String

  init(_ declaration: String, _ files: [String: String] = [:]) {
    self.declaration = declaration
    world = .clean(files)
  }

  func draft() throws -> Draft {
    let lines = declaration.split(separator: "\n").map { "  \($0)\n" }.joined()
    let source = SourceText(path: "Releasefile", text: "environments:\n\(lines)")
    let answers = TestAnswers()
    return Draft(
      of: PlanningContext(workspace: world, versions: ProjectVersion(), answers: answers),
      releasefile: try Releasefile(source, vocabulary: .standard), laneName: nil)
  }

  func configuration() throws -> Configuration { try Configuration(draft().configurationInputs()) }

  /// Every value of an environment in a line: key, value, layer, origin.
  func lines(_ name: String) throws -> [String] {
    try configuration().environment(named: name).leaves.map { key, value in
      "\(key) = \(value) (\(value.origin.layer), \(value.origin))"
    }
  }

  /// The values of an environment alone.
  func values(_ name: String) throws -> [String] {
    try configuration().environment(named: name).leaves.map { "\($0.key) = \($0.value)" }
  }

  /// The types of all values in a line.
  func types() throws -> String {
    let configuration = try configuration()
    let schema = Schema(of: configuration, with: configuration.declaration.secrets)
    return (schema.conflicts.map(\.diagnostic).map { $0.rendered() } + [schema.root.line]).joined(separator: "\n")
  }

  /// The generated files of an environment, by path.
  func files(_ name: String) throws -> [String: String] {
    let draft = try draft()
    let configuration = try configuration()
    let files = try draft.generatedFiles(
      of: configuration, for: try configuration.environment(named: name), configuration.declaration.outputs)
    return Dictionary(files.map { ($0.path.string, $0.text) }) { first, _ in first }
  }

  /// The values for the template of the first output, by their names.
  func content(_ name: String) throws -> [String: TemplateValue] {
    let configuration = try configuration()
    let schema = Schema(of: configuration, with: configuration.declaration.secrets)
    let subjects = try configuration.environments.map {
      ConfigurationGenerator.Subject($0.name, try configuration.values(of: $0, as: schema))
    }
    let selected = try #require(subjects.first { $0.name == name })
    return try ConfigurationGenerator(schema, selected: selected, all: subjects, of: configuration.declaration).content(
      of: try #require(configuration.declaration.outputs.first))
  }

  /// The error of `work`.
  func failure<Result>(_ work: (Sample) throws -> Result) -> String {
    do {
      return "no failure: \(try work(self))"
    } catch let error as any ExplainedError {
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}

extension ValueType {
  var line: String {
    guard case .table(let fields) = self else { return description }
    return "{\(fields.map { "\($0.key): \($0.type.line)\($0.isOptional ? "?" : "")" }.joined(separator: ", "))}"
  }
}
