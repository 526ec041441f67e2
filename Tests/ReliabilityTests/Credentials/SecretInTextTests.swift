import TestSupport
import Testing

@Suite("A secret that a text would contain")
struct SecretInTextTests {
  private static let variables = [
    "AWS_SECRET_ACCESS_KEY=supersecretvalue12345", "DATABASE_URL=postgres://me:supersecretvalue12345@db.example/x",
    "TAP_ACCESS=supersecretvalue12345", "DEPLOY=-----BEGIN OPENSSH PRIVATE KEY-----",
  ]

  /// The parameter `x` of a lane, and a step that uses it.
  private static let cases: [(parameter: String, step: String)] = [
    "AWS_SECRET_ACCESS_KEY", "DATABASE_URL", "TAP_ACCESS", "DEPLOY",
  ].flatMap { variable in
    [
      "publish_files: {files: {a: VERSION}, repository: 'http://127.0.0.1:1/${x}/t.git', token_env: TAP_ACCESS}",
      "publish_files: {docs: {.: site}, repository: 'https://${x}.example/t.git', token_env: TAP_ACCESS}",
      "run: [curl, 'https://a.example/${x}']", "message: 'a ${x}'",
      "commit: 'a ${x}'", "run: {command: [true], environment: {X: 'a ${x}'}}",
    ].map {
      (
        variable,
        "\($0)\n      - {publish_files: {files: {b: VERSION}, repository: ../o, token_env: TAP_ACCESS}, if: ci == x}"
      )
    }
  }

  @Test("is refused while planning, as a parameter and as a variable, and the message shows no way around")
  func refused() throws {
    for (variable, step) in Self.cases {
      let lanes =
        "  release:\n    parameters: {x: {env: \(variable)}}\n    steps:\n      - bump: minor\n      - \(step)\n"
      let world = try GoldenWorld.plain(lanes: lanes)
      let result = try world.run("plan release", changes: Self.variables)
      #expect(result.termination != .exited(status: 0), "\(variable) \(step)")
      #expect(
        result.errorText.contains(
          "`x` is secret and cannot be part of a text, expected it in the `environment` of `run`"),
        "\(variable) \(step): \(result.errorText)")
      #expect(!result.errorText.contains("hint"), "\(result.errorText)")
      #expect(!(result.outputText + result.errorText).contains("supersecretvalue12345"))
      let direct = try GoldenWorld.plain(lanes: lanes.replacing("${x}", with: "${env.\(variable)}"))
      let other = try direct.run("plan release", changes: Self.variables)
      #expect(
        other.errorText.contains("`env.\(variable)` is secret and cannot be part of a text"), "\(other.errorText)")
      #expect(!other.errorText.contains("hint"), "\(other.errorText)")
    }
  }

  @Test("is refused as the answer of a prompt that a variable gives")
  func prompt() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          release:
            steps:
              - {prompt: {text: Where, env: AWS_SECRET_ACCESS_KEY}, id: x}
              - publish_files: {files: {a: VERSION}, repository: "http://127.0.0.1:1/${steps.x.answer}/t.git"}

        """)
    let result = try world.run("plan release", changes: Self.variables)
    #expect(result.errorText.contains("`steps.x.answer` is secret and cannot be part of a text"), "\(result.errorText)")
  }

  @Test("can be in the environment of a command, and an argument of the command line does not count as one")
  func allowed() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          release:
            parameters: {x: {env: AWS_SECRET_ACCESS_KEY}}
            steps: [run: {shell: 'printf %s "$X" > ../told', environment: {X: "${x}"}}]
          greet:
            parameters: {x: {env: AWS_SECRET_ACCESS_KEY}}
            steps: [run: [echo, "${x}"]]

        """)
    let result = try world.run("run release --yes", changes: Self.variables)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(world.folder.read("told") == "supersecretvalue12345")
    #expect(!(result.outputText + result.errorText).contains("supersecretvalue12345"))
    #expect(try world.run("run greet x=hello --yes").succeeded)
  }
}
