import Foundation
import Processes
import TestSupport
import Testing

@Suite("A secret", .enabled(if: ReferenceProgram("ps") != nil, "there is no `ps`"))
struct G10SecretTests {
  /// Set by a parameter, an answer, `.env`, or a variable whose name looks secret.
  private static let canaries = ["canary-given-1", "canary\"\\typed/2", "canary-dotenv-3", "canary-variable-4"]

  private static let lanes = """
      release:
        parameters: {token: {secret: true, env: COOL_SECRET}}
        steps:
          - prompt: {text: Pin?, secret: true, env: PIN_CODE}
            id: pin
          - bump: minor
          - run:
              shell: |
                echo "$T"; printf %s "$T" | base64; printf %s "$T$P" | base64 >&2
                printf cana; printf ry-giv; printf 'en-1\\n'
                printf '{"pin":"%s"}\\n' "$(printf %s "$P" | sed 's/[\\\\"]/\\\\&/g')"
                printf '%s\\n' "$P" | sed 's/"/%22/; s/\\\\/%5C/; s#/#%2F#'
                env
                ps -A -ww -o args= > .git/words
              environment: {T: "${token}", P: "${steps.pin.answer}", D: "${env.DEPLOY_KEY}"}
          - lane: {lane: inner, with: {key: "${token}"}}
          - commit
          - tag
      inner:
        private: true
        parameters: {key: {secret: true, required: true}}
        steps:
          - run: {shell: 'echo "$K"', environment: {K: "${key}"}}
          - message: There is a key.
            if: key
      reading:
        steps:
          - run: {shell: 'printf %s "$DEPLOY_KEY"', capture: true}
            id: read
          - message: ${steps.read.output}
          - run: ["true", "${steps.read.output}"]
      failing:
        parameters: {token: {secret: true, env: COOL_SECRET}}
        steps: [{run: {shell: 'echo "$T"; exit 3', environment: {T: "${token}"}}}]
        on_error: [{message: "${error.message}"}]

    """

  private let world: GoldenWorld

  init() throws {
    world = try GoldenWorld.plain(lanes: Self.lanes, files: [".gitignore": ".env\n"])
    try world.folder.write("CoolApp/.env", "DEPLOY_KEY=\(Self.canaries[2])\n")
  }

  private var variables: [String] {
    ["COOL_SECRET=\(Self.canaries[0])", "PIN_CODE=\(Self.canaries[1])", "MY_TOKEN=\(Self.canaries[3])"]
  }

  /// The forms of canaries in `text`.
  private func leaks(in text: String) -> [String] {
    Self.canaries.flatMap { canary in
      let escaped = canary.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let percent = canary.replacing("\\", with: "%5C").replacing("\"", with: "%22").replacing("/", with: "%2F")
      return [canary, escaped, percent, Data(canary.utf8).base64EncodedString()].filter(text.contains)
    }
  }

  @Test(
    "is not in the output of a run or a plan",
    arguments: [
      "run release --yes", "run release --yes --json", "run release --yes --verbose --color always", "plan release",
      "plan release --json", "run failing", "run reading", "run reading --json",
    ])
  func streams(line: String) throws {
    let result = try world.run(line, changes: variables)
    #expect(result.succeeded == (line != "run failing"), "\(result.errorText)")
    #expect(leaks(in: result.outputText) == [])
    #expect(leaks(in: result.errorText) == [])
  }

  @Test("is not in a file, a commit or a tag, nor in the arguments of any program")
  func files() throws {
    let result = try world.run("run release --yes", changes: variables)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(result.errorText.contains("There is a key."))
    #expect(world.folder.read("CoolApp/.git/words")?.contains("run release --yes") == true)
    let walker = try #require(FileManager.default.enumerator(atPath: world.root))
    for case let name as String in walker where !name.hasSuffix("/.env") {
      guard let bytes = world.folder.bytes(of: name) else { continue }
      #expect(leaks(in: String(decoding: bytes, as: UTF8.self)) == [], "\(name)")
    }
    #expect(leaks(in: try world.git("log", "-p", "--all")) == [])
  }

  @Test("is not shown on the terminal when it is typed")
  func typed() throws {
    let command = try world.martlet(
      ["run", "release"], changes: ["COOL_SECRET=\(Self.canaries[0])", "MY_TOKEN=\(Self.canaries[3])"])
    let (screen, status) = try Terminal().run(command, answers: [Self.canaries[1]])
    #expect(status == 0, "\(screen)")
    #expect(screen.hasPrefix("Pin?: \n"))
    #expect(leaks(in: screen) == [])
  }

  @Test("in a remote's address is never shown")
  func address() throws {
    try world.git("config", "remote.origin.url", "http://user:canary-address-5@127.0.0.1:1/CoolApp.git")
    let releasefile =
      "manifests: [{plain: VERSION}]\nlanes: {release: {allow_dirty: true, steps: [{bump: minor}, commit, tag, push]}}\n"
    try world.folder.write("CoolApp/Releasefile", releasefile)
    for line in ["plan release --json", "run release --yes --verbose", "check --verbose"] {
      let result = try world.run(line)
      #expect(result.succeeded == (line != "run release --yes --verbose"))
      #expect(!(result.outputText + result.errorText).contains("canary-address-5"), "\(line)")
    }
  }

  @Test(
    "in a variable that looks secret cannot be part of a text",
    arguments: ["message: 'a ${env.MY_TOKEN}'", "run: [echo, '${env.MY_TOKEN}']", "commit: ${env.MY_TOKEN}"])
  func texts(step: String) throws {
    let world = try GoldenWorld.plain(lanes: "  release:\n    steps:\n      - bump: minor\n      - \(step)\n")
    let result = try world.run("plan release --json", changes: variables)
    #expect(result.termination == .exited(status: 1))
    #expect(result.outputText == "")
    #expect(
      result.errorText == """
        error: `env.MY_TOKEN` is secret and cannot be part of a text, expected it in the `environment` of `run`
         --> Releasefile:6:9
        """)
  }

  @Test("in the Releasefile is refused, and its line is not shown")
  func releasefile() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          release:
            parameters: {token: {secret: true, default: \(Self.canaries[0])}}
            steps: [{prompt: {text: Pin?, secret: true, default: \(Self.canaries[0])}, id: pin}]

        """)
    let result = try world.run("check")
    #expect(result.termination == .exited(status: 78))
    #expect(
      result.errorText == """
        error: parameter `token` is secret, so it cannot have a `default`
         --> Releasefile:4:18
        hint: set `env` to the environment variable with the secret

        error: the answer is secret, so it cannot have a `default`
         --> Releasefile:5:14
        hint: set `env` to the environment variable with the secret
        """)
  }

  @Test("that is short is not masked, but reported; words like `true` are no secrets")
  func short() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          release:
            parameters: {token: {secret: true}}
            steps: [{run: {shell: 'echo "is $T $FLAG_KEY"', environment: {T: "${token}"}}}]

        """)
    let result = try world.run("run release token=abcd", changes: ["FLAG_KEY=false"])
    #expect(
      result.errorText.contains(
        "warning: the secret in `T` is shorter than 5 characters, so it is not masked in command output\n"))
    #expect(result.errorText.contains("run | is abcd false"))
    let truth = try world.run("run release token=true", changes: ["FLAG_KEY=true"])
    #expect(truth.errorText.contains("run | is true true"))
  }
}
