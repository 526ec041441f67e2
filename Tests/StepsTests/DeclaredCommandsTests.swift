import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The commands that a lane declares")
struct DeclaredCommandsTests {
  private static let text = """
    lanes:
      release:
        parameters: {part: {}}
        steps:
          - run: {command: [upload, "--tag=${tag}"], environment: {TARGET: "s3/${version}", TOKEN: "${env.UPLOAD_TOKEN}"}}
          - run: {shell: "make $MARTLET_VERSION", working_directory: "Apps/${project}", outward: true}
          - lane: other
      other: {private: true, steps: [run: [notify]]}
      unused: {steps: [run: [never]]}

    """

  private func command(
    _ words: CommandRun.Words, in directory: RelativePath? = nil, environment: [String: String] = [:],
    secrets: [String: String] = [:], isOutward: Bool = false
  ) -> CommandRun {
    var variables = CommandEnvironment()
    (variables.values, variables.secrets) = (environment, secrets)
    var terms = CommandPolicy()
    terms.isOutward = isOutward
    return CommandRun(words, directory: directory, environment: variables, outputs: [], terms: terms)
  }

  @Test("contain what their steps can plan, and nothing else")
  func contain() throws {
    let source = SourceText(path: "Releasefile", text: Self.text)
    let declared = DeclaredCommands(ofLaneNamed: "release", in: try Releasefile(source, vocabulary: .standard))
    let upload = CommandRun.Words.vector(["upload", "--tag=1.5.0"])
    let make = CommandRun.Words.shell("make $MARTLET_VERSION")
    let good = [
      command(
        upload, environment: ["TARGET": "s3/1.5.0", "MARTLET_TAG": "1.5.0", "MARTLET_PART": "minor"],
        secrets: ["TOKEN": "env.UPLOAD_TOKEN"]),
      command(make, in: "Apps/Cool", isOutward: true), command(.vector(["notify"])),
    ]
    for command in good { #expect(declared.contain(command), "\(command)") }
    let bad = [
      command(.vector(["upload", "--force"])), command(.vector(["upload"])), command(.vector(["never"])),
      command(.shell("notify")), command(.shell("make; rm -rf ~"), in: "Apps/Cool", isOutward: true),
      command(make, isOutward: true), command(make, in: "Other", isOutward: true), command(make, in: "Apps/Cool"),
      command(upload, environment: ["TARGET": "gs/1.5.0"]), command(upload, environment: ["LD_PRELOAD": "a.so"]),
      command(upload, environment: ["MARTLET_TOKEN_HOSTS": "x"]), command(upload, secrets: ["TOKEN": "env.OTHER"]),
      command(.vector(["notify"]), in: "Apps/Cool"),
    ]
    for command in bad { #expect(!declared.contain(command), "\(command)") }
  }
}
