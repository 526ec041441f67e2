import Foundation
import Processes
import TestSupport
import Testing

/// `action.yml` and `packaging/gitlab/martlet.yml`, whose scripts run here with the values that the CI system inserts. The
/// Makefile of the action's folder needs no compiler.
@Suite(
  "The action and the GitLab file",
  .enabled(if: PipelineFilesTests.hasReader, "Python cannot read YAML here"))
struct InstallActionTests {
  private struct Step: Decodable {
    let id: String?
    let env: [String: String]?
    let run: String?
    let uses: String?
  }

  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "\(folder.path)/home",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "SWIFT": "/bin/sh",
    ]
    try folder.write(
      "action/Makefile",
      """
      install:
      \tmkdir -p "$(PREFIX)/bin"
      \tprintf '#!/bin/sh\\necho 1.5.0\\n' >"$(PREFIX)/bin/martlet"
      \tchmod +x "$(PREFIX)/bin/martlet"

      """)
    for name in ["Package.swift", "Sources/a", "Plugins/a"] { try folder.write("action/\(name)", name) }
    try folder.write("action/scripts/install.sh", try #require(ProjectFolder.read("scripts/install.sh")))
    try folder.setMode(0o755, of: "action/scripts/install.sh")
    try folder.writeScript("action/scripts/setup", "echo libraries")
    try shell("cd action && git init -q -b main && git add .")
    try shell("cd action && git -c user.name=A -c user.email=a@b.example commit -q -m First")
    try shell("cd action && git tag 1.5.0 && git tag 1.6.0")
  }

  @discardableResult
  private func shell(_ script: String, _ more: [String: String] = [:]) throws -> CommandResult {
    try Command(
      "/bin/sh", ["-e", "-c", script], environment: environment.merging(more) { $1 }, directory: folder.path
    ).run()
  }

  /// The value that Python prints as JSON for the documents of a YAML file.
  private func documents<Value: Decodable>(of path: String, as type: Value.Type, _ expression: String) throws -> Value {
    let script = "import json, yaml; d = list(yaml.safe_load_all(open('\(path)'))); print(json.dumps(\(expression)))"
    let result = try Command("python3", ["-c", script], environment: environment).run()
    try #require(result.succeeded, "\(result.errorText)")
    return try JSONDecoder().decode(type, from: Data(result.output))
  }

  /// The result of all steps of the action: the outputs, the lines for PATH, or the error.
  private func act(_ inputs: [String: String], ref: String) throws -> (outputs: [String: String], error: String?) {
    let path = "\(ProjectFolder.path)/action.yml"
    var values = try documents(
      of: path, as: [String: String].self,
      "{'inputs.' + name: value['default'] for name, value in d[0]['inputs'].items()}")
    values.merge(inputs.map { ("inputs.\($0.key)", $0.value) }) { $1 }
    values.merge(["github.action_ref": ref, "github.action_repository": "action"]) { $1 }
    for step in try documents(of: path, as: [Step].self, "d[0]['runs']['steps']") {
      guard let script = step.run else { continue }
      #expect(!script.contains("${{"))
      var variables = [
        "GITHUB_OUTPUT": "\(folder.path)/output", "GITHUB_PATH": "\(folder.path)/path",
        "GITHUB_ACTION_PATH": "\(folder.path)/action", "RUNNER_TEMP": "\(folder.path)/runner",
        "GITHUB_SERVER_URL": "file://\(folder.path)",
      ]
      for (name, value) in step.env ?? [:] {
        let expression = value.replacing("${{ ", with: "").replacing(" }}", with: "")
        variables[name] = values[expression] ?? ""
      }
      try folder.write("output", "")
      let result = try shell(script, variables)
      guard result.succeeded else { return ([:], result.errorText) }
      for line in (folder.read("output") ?? "").split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        values["steps.\(step.id ?? "").outputs.\(parts[0])"] = parts[1]
      }
    }
    return (values.filter { $0.key.hasPrefix("steps.") }, nil)
  }

  @Test("builds the action's own source at a branch, with a cache key that follows the files")
  func branch() throws {
    let first = try act([:], ref: "main")
    let program = "\(folder.path)/runner/martlet/bin/martlet"
    #expect(first.error == nil && first.outputs["steps.verify.outputs.version"] == "1.5.0")
    #expect(first.outputs["steps.verify.outputs.path"] == program)
    #expect(first.outputs["steps.plan.outputs.cache"] == "true")
    #expect(folder.read("path") == "\(folder.path)/runner/martlet/bin\n")
    let key = try #require(first.outputs["steps.plan.outputs.key"])
    #expect(try act([:], ref: "main").outputs["steps.plan.outputs.key"] == key)
    try folder.write("action/Sources/a", "other")
    #expect(try act([:], ref: "main").outputs["steps.plan.outputs.key"] != key)
    #expect(try act(["cache": "false"], ref: "main").outputs["steps.plan.outputs.cache"] == "false")
  }

  @Test("installs the release of its tag or of the input, and rejects another version")
  func release() throws {
    let tagged = try act(["source": "true"], ref: "1.5.0")
    #expect(tagged.error == nil && tagged.outputs["steps.verify.outputs.version"] == "1.5.0")
    #expect(tagged.outputs["steps.plan.outputs.version"] == "1.5.0")
    #expect(tagged.outputs["steps.plan.outputs.key"]?.hasSuffix("-1.5.0") == true)
    #expect(tagged.outputs["steps.plan.outputs.cache"] == "true")
    #expect(try act([:], ref: "1.5.0").outputs["steps.plan.outputs.cache"] == "false")
    #expect(
      try act(["version": "1.6.0", "source": "true"], ref: "main").error?
        .hasSuffix("error: Martlet 1.5.0 was installed, expected 1.6.0") == true)
    #expect(
      try act(["version": "1.7.0"], ref: "main").error?
        .contains("error: `file://\(folder.path)/action` cannot be cloned at `1.7.0`\n") == true)
  }

  @Test(
    "rejects inputs that do not belong together",
    arguments: [
      (["source": "yes"], "error: `yes` is not true or false"),
      (["cache": ""], "error: `` is not true or false"),
      (["releases": "https://a.example"], "error: `repository` and `releases` need a `version`"),
    ])
  func refusals(inputs: [String: String], message: String) throws {
    #expect(try act(inputs, ref: "main").error == message)
  }

  /// Runs the script of `packaging/gitlab/martlet.yml` with the inputs of an `include`.
  private func includeInGitLab(_ inputs: [String: String]) throws -> CommandResult {
    let path = "\(ProjectFolder.path)/packaging/gitlab/martlet.yml"
    let defaults = try documents(
      of: path, as: [String: String].self,
      "{n: str(v['default']).lower() for n, v in d[0]['spec']['inputs'].items() if 'default' in v}")
    let variables = try documents(
      of: path, as: [String: String].self,
      "{n: v['value'] if isinstance(v, dict) else v for n, v in d[1]['.martlet']['variables'].items()}")
    let script = try documents(of: path, as: [String].self, "d[1]['.martlet']['before_script']").joined(separator: "\n")
    #expect(!script.contains("$[["))
    let all = defaults.merging(["repository": "file://\(folder.path)/action"]) { $1 }.merging(inputs) { $1 }
    let values = variables.mapValues { value in
      all.reduce(value) { $0.replacing("$[[ inputs.\($1.key) ]]", with: $1.value) }
    }
    #expect(!values.values.contains { $0.contains("$[[") })
    return try shell(script, values)
  }

  @Test("install Martlet in a GitLab job, from the newest commit or from a release")
  func gitlab() throws {
    for (version, source) in [("", "false"), ("1.5.0", "true")] {
      let result = try includeInGitLab(["version": version, "source": source])
      #expect(result.succeeded && result.outputText.hasSuffix("1.5.0"), "\(result.errorText)")
      #expect(try shell("home/.local/bin/martlet; rm -r home").outputText == "1.5.0")
    }
  }

  @Test("run the script of one commit in a GitLab job, wherever branch and tag are now, and use no plain http")
  func commit() throws {
    let commit = try shell("git -C action rev-parse HEAD").outputText
    try folder.writeScript("action/scripts/install.sh", "touch '\(folder.path)/ran'; exit 1")
    try shell("cd action && git -c user.name=A -c user.email=a@b.example commit -q -a -m Evil && git tag -f 1.5.0")
    for version in ["", "1.5.0"] { #expect(try !includeInGitLab(["version": version]).succeeded) }
    #expect(folder.has("ran"))
    try folder.remove("ran")
    let result = try includeInGitLab(["commit": commit])
    #expect(result.succeeded && result.outputText.hasSuffix("1.5.0"), "\(result.errorText)")
    #expect(!folder.has("ran"))
    let plain = try includeInGitLab(["repository": "http://127.0.0.1:1/martlet"])
    #expect(plain.errorText == "fatal: transport 'http' not allowed")
  }
}
