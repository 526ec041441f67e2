import Foundation
import Processes
import TestSupport
import Testing

@Suite("A broken network")
struct H1NetworkTests {
  @Test(
    "affects only commands that need it, and a push names the unreachable host",
    .enabled(if: Isolation.isThere("--net"), "a network of one's own needs Linux and rights"))
  func none() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    for line in readCommands + ["bump minor"] {
      let result = try world.shell("unshare --net \"$MARTLET\" \(line)")
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    try world.git("checkout", "--quiet", ".")
    try world.git("config", "remote.origin.url", "https://git.example.com/CoolApp.git")
    let result = try world.shell("unshare --net \"$MARTLET\" run release --yes")
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.contains("git.example.com"), "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("log", "-1", "--format=%s") == "Greet from the widget too")
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test("with a captive portal is reported with the address; nothing is left")
  func portal() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let server = try PageServer("<html>\n<body>Please sign in.</body>\n</html>\n")
    try world.git("config", "remote.origin.url", "http://127.0.0.1:\(server.port)/CoolApp.git")
    let result = try world.run("run release --yes")
    server.stop()
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.contains("http://127.0.0.1:\(server.port)/CoolApp.git"), "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test(
    "with a server that is not a git server is reported, with status 1, and nothing is left",
    arguments: [
      ("429 Too Many Requests", "error: `origin` answered with HTTP status 429 while reading its references"),
      ("500 Internal Server Error", "error: `origin` answered with HTTP status 500 while rehearsing the push"),
      ("200 OK", "error: the server at `$ADDRESS`, the address of `origin`, is not a git server"),
    ])
  func answers(status: String, message: String) throws {
    let project = try StrangeProject()
    let server = try PageServer("<html><body>Please sign in.</body></html>", status: status)
    let address = "http://127.0.0.1:\(server.port)/work.git"
    try project.git("remote", "set-url", "origin", address)
    let before = try project.snapshot()
    let outcome = try project.martlet("run", "release", "--yes")
    server.stop()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(message.replacing("$ADDRESS", with: address))\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing is public") || !outcome.errors.contains("public"), "\(outcome.errors)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test(
    "with a silent name server makes a push name the unreachable host, and nothing is left",
    .enabled(
      if: Isolation.isThere("--net") && Isolation.isThere("--mount"), "a network of one's own needs Linux and rights"),
    .enabled(if: ["ip", "python3"].allSatisfy { ReferenceProgram($0) != nil }, "there is no `ip` or no `python3`"))
  func silence() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    try world.git("config", "remote.origin.url", "https://git.example.com/CoolApp.git")
    try world.folder.write("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    try world.folder.write("silence.py", Self.silentServer)
    let result = try world.shell(
      """
      exec unshare --net --mount sh -ec '
        ip link set lo up
        mount --bind ../resolv.conf /etc/resolv.conf
        mkfifo ../ready
        python3 ../silence.py > ../ready &
        read line < ../ready
        status=0; "$MARTLET" run release --yes || status=$?
        kill $!; exit $status'
      """)
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.contains("git.example.com"), "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("log", "-1", "--format=%s") == "Greet from the widget too")
    #expect(try world.git("status", "--porcelain") == "")
  }

  /// Accepts DNS queries and never responds.
  private static let silentServer = """
    import signal, socket
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    print("ready", flush=True)
    signal.pause()

    """
}
