import Foundation
import Processes
import TestSupport
import Testing

/// The recipes for `martlet version --next auto` in `docs/ci.md`, run by a shell in a project of three packages.
@Suite("The recipes for many packages")
struct MatrixRecipeTests {
  private static let files: [String: Data] = [
    "Releasefile": Data(
      """
      packages:
        app: {paths: App, depends_on: [core]}
        core: {paths: Core}
        tool: {paths: Tool}
      lanes:
        release: {steps: [packages: [bump: auto, tag], push]}

      """.utf8),
    "App/Package.swift": Data(), "Core/Package.swift": Data(), "Tool/Package.swift": Data(),
  ]

  /// The project, with something to release of `core`, and so of `app`.
  private static func world() throws -> GoldenWorld {
    let world = try GoldenWorld(example: nil, files: files)
    try world.setUp(
      """
      git tag app/2.0.0; git tag core/1.0.0; git tag tool/0.3.0
      echo 1 > Core/a; git add Core; git commit -q -m 'feat: a'; git push -q origin main --tags; mkdir ../bin
      """)
    // The packages are empty, and there is no agent: their input is recorded.
    let programs = [
      "swift": "#!/bin/sh\necho \"$PWD/$3\" \"$@\" >> \"$TOLD\"\n[ -f \"$3/Package.swift\" ]\n",
      "buildkite-agent": "#!/bin/sh\necho \"$@\" > \"$TOLD\"\ncat > pipeline.json\n",
    ]
    for (name, script) in programs { try world.folder.write("bin/\(name)", script) }
    try world.setUp("chmod +x ../bin/*")
    return world
  }

  /// The script as a step of a CI system runs it.
  private static func run(_ script: String, in world: GoldenWorld, _ variables: [String: String] = [:]) throws {
    var command = try world.martlet([])
    command.environment.merge(variables.merging(["TOLD": "\(world.root)/told"]) { $1 }) { $1 }
    for name in ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"] {
      command.environment["GIT_\(name)"] = nil
    }
    let programs = URL(fileURLWithPath: command.program).deletingLastPathComponent().path
    command.environment["PATH"] = "\(world.root)/bin:\(programs):\(command.environment["PATH"] ?? "")"
    (command.program, command.arguments) = ("sh", ["-e", "-c", script])
    let result = try command.run()
    #expect(result.succeeded, "\(result.errorText)")
  }

  /// The block of the page with this beginning.
  private static func block(_ start: String) throws -> String {
    let text = try #require(ProjectFolder.read("docs/ci.md"))
    let found = try #require(text.range(of: "```\(start)\n"))
    let rest = text[found.upperBound...]
    return String(rest[..<(try #require(rest.range(of: "```\n")).lowerBound)])
  }

  /// The output of the Python script `script` for a block of YAML as JSON.
  private static func read<Value: Decodable>(_ start: String, by script: String, in world: GoldenWorld) throws -> Value
  {
    try world.folder.write("pipeline.yml", block(start))
    let result = try Command(
      "python3", ["-c", script, "\(world.root)/pipeline.yml"], environment: PipelineJobs.environment
    ).run()
    try #require(result.succeeded, "\(result.errorText)")
    return try JSONDecoder().decode(Value.self, from: Data(result.output))
  }

  private struct Matrix: Decodable {
    struct Job: Decodable, Equatable {
      let package: String
      let path: String
      let current: String?
      let next: String
      let tag: String
      let needs: [String]
      let wave: Int
    }

    let release: Bool
    let include: [Job]
  }

  private struct Workflow: Decodable {
    let plan: String
    let test: String
    let release: String
    let folder: String
    let include: String
  }

  @Test(
    "distribute the packages over runners of GitHub, and release them as one",
    .enabled(if: PipelineFilesTests.hasReader, "Python cannot read YAML here"))
  func gitHub() throws {
    let world = try Self.world()
    let workflow: Workflow = try Self.read("yaml\n# .github/workflows/packages.yml", by: Self.reader, in: world)
    #expect(workflow.folder == "${{ matrix.path }}")
    #expect(workflow.include == "${{ fromJSON(needs.plan.outputs.matrix).include }}")

    try Self.run(workflow.plan, in: world, ["GITHUB_OUTPUT": "\(world.root)/outputs"])
    let outputs = try #require(world.folder.read("outputs"))
    #expect(outputs.hasPrefix("matrix={") && outputs.filter(\.isNewline).count == 1)
    let matrix = try JSONDecoder().decode(Matrix.self, from: Data(outputs.dropFirst("matrix=".count).utf8))
    #expect(matrix.release)
    #expect(
      matrix.include == [
        Matrix.Job(
          package: "core", path: "Core", current: "1.0.0", next: "1.1.0", tag: "core/1.1.0", needs: [], wave: 0),
        Matrix.Job(
          package: "app", path: "App", current: "2.0.0", next: "2.0.1", tag: "app/2.0.1", needs: ["core"], wave: 1),
      ])

    for job in matrix.include { try Self.run(workflow.test, in: world, ["FOLDER": job.path]) }
    #expect(
      world.folder.read("told")?.replacing(world.repository, with: "") == """
        /Core test --package-path Core
        /App test --package-path App

        """)
    try Self.run(workflow.release, in: world, ["GITHUB_ACTOR": "mona"])
    let released = try world.git(
      "for-each-ref", "--format=%(refname:short)", "refs/tags", directory: "\(world.root)/CoolApp.git")
    #expect(released.split(separator: "\n") == ["app/2.0.0", "app/2.0.1", "core/1.0.0", "core/1.1.0", "tool/0.3.0"])

    try Self.run(workflow.plan, in: world, ["GITHUB_OUTPUT": "\(world.root)/later"])
    #expect(world.folder.read("later") == "matrix={\"include\":[],\"release\":false,\"schema\":1,\"waves\":[]}\n")
  }

  private struct ChildJob: Decodable, Equatable {
    var needs: [String]?
    var variables: [String: String]?
    let script: [String]
  }

  @Test(
    "make a child pipeline of GitLab of them",
    .enabled(if: hasFilter && PipelineFilesTests.hasReader, "there is no jq here, or Python cannot read YAML"))
  func gitLab() throws {
    let world = try Self.world()
    let scripts: [String] = try Self.read(
      "yaml\n# .gitlab-ci.yml",
      by: "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))['plan']['script']))", in: world)
    func jobs() throws -> [String: ChildJob] {
      try Self.run(scripts.joined(separator: "\n"), in: world)
      let text = try #require(world.folder.read("CoolApp/jobs.yml"))
      return try JSONDecoder().decode([String: ChildJob].self, from: Data(text.utf8))
    }
    let test = ["swift test --package-path \"$FOLDER\""]
    #expect(
      try jobs() == [
        "core": ChildJob(needs: [], variables: ["FOLDER": "Core"], script: test),
        "app": ChildJob(needs: ["core"], variables: ["FOLDER": "App"], script: test),
      ])
    try world.setUp("git tag core/1.1.0; git tag app/2.0.1")
    #expect(try jobs() == ["nothing": ChildJob(script: ["echo nothing to release"])])
  }

  private static let hasFilter =
    (try? Command("jq", ["--version"], environment: PipelineJobs.environment).run().succeeded) == true

  private struct Upload: Decodable, Equatable {
    struct Step: Decodable, Equatable {
      let label: String
      let key: String
      let dependsOn: [String]
      let env: [String: String]
      let command: String

      private enum CodingKeys: String, CodingKey {
        case label, key, env, command
        case dependsOn = "depends_on"
      }
    }

    let steps: [Step]
  }

  @Test("make steps of Buildkite of them", .enabled(if: hasFilter, "there is no jq here"))
  func buildkite() throws {
    let world = try Self.world()
    try Self.run(Self.block("sh"), in: world)
    #expect(world.folder.read("told") == "pipeline upload\n")
    let text = try #require(world.folder.read("CoolApp/pipeline.json"))
    let test = "swift test --package-path \"$$FOLDER\""
    #expect(
      try JSONDecoder().decode(Upload.self, from: Data(text.utf8)).steps == [
        Upload.Step(label: "core 1.1.0", key: "core", dependsOn: [], env: ["FOLDER": "Core"], command: test),
        Upload.Step(label: "app 2.0.1", key: "app", dependsOn: ["core"], env: ["FOLDER": "App"], command: test),
      ])
  }

  private static let reader = """
    import json, sys, yaml
    jobs = yaml.safe_load(open(sys.argv[1]))['jobs']
    step = {name: job['steps'][-1] for name, job in jobs.items()}
    assert jobs['plan']['outputs'] == {'matrix': '${{ steps.plan.outputs.matrix }}'} and step['plan']['id'] == 'plan'
    assert jobs['plan']['steps'][0]['with'] == {'fetch-depth': 0, 'persist-credentials': False}
    found = {name: step[name]['run'] for name in step}
    found['folder'] = step['test']['env']['FOLDER']
    found['include'] = jobs['test']['strategy']['matrix']['include']
    print(json.dumps(found))
    """
}
