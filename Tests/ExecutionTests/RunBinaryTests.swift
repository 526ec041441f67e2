import Foundation
import Processes
import TestSupport
import Testing

@Suite("`martlet run`", .timeLimit(.minutes(30)))
struct RunBinaryTests {
  private let sandbox: GitSandbox
  private let environment: [String: String]

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["version.txt": "version 1.0.0\n"])
    environment = sandbox.environment.merging(["CI": "true", "MARTLET_TRUSTED": "true"]) { $1 }
  }

  /// The result of a run.
  private struct Outcome {
    var termination: CommandResult.Termination
    var output = ""
    var errors = ""
  }

  /// Raises the version, then performs `steps`.
  ///
  /// - Parameter onErrors: Receives the program's id and its latest standard error.
  private func martlet(
    _ steps: String, _ arguments: [String] = [], variables: [String: String] = [:], handlers: String = "",
    onErrors: (Int32, String) -> Void = { _, _ in }
  ) throws -> Outcome {
    let steps = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    try sandbox.write("Releasefile", Self.beginning + steps + handlers)
    let command = Command(
      try MartletProgram.path(), ["run", "it"] + arguments, environment: environment.merging(variables) { $1 },
      directory: sandbox.path)
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    var process: Int32 = 0
    let termination = try command.run(onStart: { process = $0 }) { stream, bytes throws(ProcessError) in
      switch stream {
      case .output: output += bytes
      case .errors:
        if errors.count < 1 << 20 { errors += bytes }
        onErrors(process, String(decoding: bytes, as: UTF8.self))
      }
    }
    return Outcome(
      termination: termination, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  private static let beginning = """
    manifests:
      - text: version.txt
        pattern: version ${version}
    lanes:
      it:
        parameters:
          token: {secret: true}
          pin: {secret: true, env: PIN}
        steps:
          - bump: minor

    """

  @Test("prefixes the output of commands with the name of their step")
  func prefix() throws {
    let outcome = try martlet(
      """
      - run: {shell: "echo hello; echo ::set-output name=a::b >&2; printf 'tab\\\\there\\\\n\\\\n\\\\033[31mred\\\\033]0;x\\\\007 \\\\377 \\\\233 \\\\302\\\\233'"}
      - run: [echo, b\u{ed}]
        name: Say more
      - run: {shell: "echo quiet", capture: true}
        id: quiet
      - message: got ${steps.quiet.output}
      """)
    #expect(outcome.termination == .exited(status: 0))
    #expect(
      outcome.errors.split(separator: "\n").filter { !$0.hasSuffix(" …") } == [
        "run | hello", "run | ::set-output name=a::b", "run | tab\there", "run | ",
        #"run | \u{1b}[31mred\u{1b}]0;x\u{7} \x{ff} \x{9b} \u{9b}"#, "Say more | bí", "got quiet",
      ])
    #expect(sandbox.read("version.txt") == "version 1.1.0\n")
  }

  @Test("passes colours through if there is colour, and no other escape")
  func color() throws {
    let outcome = try martlet(
      #"- run: {shell: "printf '\\033[1;31mred\\033[0m \\033[2J\\n\\033[38:5:1mopen\\nplain\\n\\033[31'"}"#,
      ["--color", "always"])
    let lines = outcome.errors.split(separator: "\n").suffix(4)
    let prefix = "\u{1B}[2mrun | \u{1B}[0m"
    #expect(
      Array(lines) == [
        "\(prefix)\u{1B}[1;31mred\u{1B}[0m \\u{1b}[2J\u{1B}[0m", "\(prefix)\u{1B}[38:5:1mopen\u{1B}[0m",
        "\(prefix)plain",
        "\(prefix)\\u{1b}[31",
      ])
  }

  @Test("prints no secret anywhere")
  func canaries() throws {
    let canaries = ["canary-given-1", "canary-named-2", "canary-inherited-3", "canary\"pin/4"]
    let outcome = try martlet(
      """
      - run: {shell: "echo $T; echo $T >&2; printf %s $T | base64; printf u:%s $PIN | base64; env", environment: {T: "${token}", PIN: "${pin}"}}
      - run: {shell: "printf %s cana; printf %s ry-given-1; echo; echo $MY_TOKEN $DEPLOY_KEY", environment: {DEPLOY_KEY: canary-named-2}}
      - run: {shell: "echo $PIN", capture: true, environment: {PIN: "${pin}"}}
        id: pin
      - message: the pin is ${steps.pin.output}
      - run: ["false", "${steps.pin.output}"]
      """, ["token=canary-given-1"], variables: ["PIN": canaries[3], "MY_TOKEN": "canary-inherited-3"])
    #expect(outcome.termination == .exited(status: 1))
    for text in [outcome.output, outcome.errors] {
      #expect(!text.contains("canary"), "\(text)")
      for canary in canaries { #expect(!text.contains(Data(canary.utf8).base64EncodedString())) }
    }
    #expect(outcome.errors.contains("the pin is ***\n"))
    #expect(outcome.errors.contains("error: `false ***` failed: exit status 1\n"))
  }

  @Test("prints 50 MB completely")
  func size() throws {
    var count = 0
    let outcome = try martlet(
      "- run: {shell: \"yes 0123456789012345678901234567890123456789012345678901234567890123456789 | head -c 50000000\"}"
    ) { count += $1.utf8.count }
    #expect(outcome.termination == .exited(status: 0))
    #expect(count > 50_000_000)
  }

  @Test(
    "undoes the run on the first signal",
    arguments: [(SIGINT, 130, "SIGINT"), (SIGTERM, 143, "SIGTERM"), (SIGHUP, 129, "SIGHUP")])
  func interruption(signal: Int32, status: Int32, name: String) throws {
    var child: Int32?
    let outcome = try martlet("- run: {shell: \"echo $$; sleep 60 & wait\"}\n- message: never") { process, text in
      guard let shown = text.split(separator: "\n").last, shown.hasPrefix("run | ") else { return }
      child = Int32(shown.dropFirst(6))
      kill(process, signal)
    }
    #expect(outcome.termination == .exited(status: status))
    #expect(
      outcome.errors.hasSuffix(
        """
        error: interrupted by \(name)
        stopped at entry 2, run; nothing is public, and everything was undone

        """))
    #expect(sandbox.read("version.txt") == "version 1.0.0\n")
    #expect(kill(-(try #require(child)), 0) == -1)
    #expect(try sandbox.git("status", "--porcelain") == "?? Releasefile")
  }

  @Test("performs the failure handlers on a signal, and can be stopped there, too")
  func handlers() throws {
    let steps = """
      - run: {shell: "echo ready; sleep 60"}
      """
    let handlers = """
          on_error:
            - message: stopped by ${error.message}
            - run: {shell: "echo cleaned"}
          finally:
            - message: the end

      """
    let outcome = try martlet(steps, handlers: handlers) { process, text in
      if text.contains("run | ready") { kill(process, SIGTERM) }
    }
    #expect(outcome.termination == .exited(status: 143))
    let news = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix(" …") }
    #expect(news.prefix(4) == ["run | ready", "stopped by interrupted by SIGTERM", "run | cleaned", "the end"])
  }

  @Test("undoes earlier stages if a later one cannot begin")
  func laterStage() throws {
    let outcome = try martlet("- run: [touch, made]\n- run: [no-such-tool]")
    #expect(outcome.termination == .exited(status: 1))
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `no-such-tool` could not be run: no program `no-such-tool` in `PATH`
        nothing is public, and everything was undone
        hint: install it, or add its folder to `PATH`

        """))
    #expect(sandbox.has("made"))
    #expect(sandbox.read("version.txt") == "version 1.0.0\n")
  }

  @Test("stops immediately on a second signal")
  func urgency() throws {
    let outcome = try martlet("- run: {shell: \"trap '' TERM; while :; do echo tick; sleep 0.05; done\"}") {
      process, text in
      if text.contains("run | tick") { kill(process, SIGINT) }
    }
    #expect(outcome.termination == .exited(status: 130))
    #expect(
      outcome.errors.hasSuffix(
        """
        error: interrupted by SIGINT
        stopped at entry 2, run; nothing is public, but not everything could be undone; try again with \
        `martlet undo`

        warning: entry 1 (bump) could not be undone: interrupted by SIGINT

        """))
    #expect(sandbox.read("version.txt") == "version 1.1.0\n")
  }
}
