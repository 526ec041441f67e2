import Git
import MartletCore
import TestSupport
import Testing

@Suite("The error output of `git`")
struct TransportErrorTests {
  private let sandbox: GitSandbox
  private let order: PushRequest

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First")
    try sandbox.git("remote", "add", "origin", "/nowhere")
    order = PushRequest(
      [
        PushedReference(
          try sandbox.id("HEAD"), from: "refs/heads/main", to: "refs/heads/main", expecting: .nothing)
      ], to: "origin")
  }

  private func push() throws -> PushReport { try GitTransport(of: try sandbox.repository()).push(order) }

  @Test(
    "is classified, also from ssh and curl",
    arguments: [
      ("fatal: could not read Username for 'https://example.com': terminal prompts disabled", "credentials"),
      ("git@example.com: Permission denied (publickey).\nfatal: Could not read from remote repository.", "credentials"),
      ("fatal: unable to access 'https://example.com/': The requested URL returned error: 403", "credentials"),
      ("fatal: Authentication failed for 'https://example.com/a.git/'", "credentials"),
      ("Host key verification failed.\nfatal: Could not read from remote repository.", "untrusted"),
      ("fatal: unable to access 'https://a.example/': SSL certificate problem: certificate has expired", "untrusted"),
      (
        "fatal: unable to access 'https://a.example/': server certificate verification failed. CAfile: none",
        "untrusted"
      ),
      ("fatal: unable to access 'https://example.invalid/': Could not resolve host: example.invalid", "unreachable"),
      ("ssh: connect to host example.com port 22: Connection refused", "unreachable"),
      ("fatal: the receiving end does not support --atomic push", "noAtomic"),
      // The check fails: nothing has been sent that could have arrived.
      ("fatal: the remote end hung up unexpectedly", "unreachable"),
      ("fatal: unable to access 'https://a.example/': The requested URL returned error: 429", "status 429"),
      ("fatal: repository 'https://a.example/b.git/' not found", "unreachable"),
      ("fatal: unable to access 'https://a.example/b.git/': The requested URL returned error: 404", "unreachable"),
      ("fatal: unable to access 'https://a.example/': Operation too slow. Less than 1 bytes/sec", "silent"),
      ("fatal: something new", "failed"),
    ])
  func words(errors: String, expected: String) throws {
    // A `git` with exactly this output.
    let path = sandbox.environment["PATH"]
    try sandbox.replaceGit(by: "cat >&2 <<'END'\n\(errors)\nEND\nexit 128")
    let repository = try sandbox.repository()
    sandbox.environment["PATH"] = path
    let error = #expect(throws: TransportError.self) { try GitTransport(of: repository).push(order) }
    let kind =
      switch error {
      case .credentials(_, errors): "credentials"
      case .untrusted(_, errors): "untrusted"
      case .unreachable(_, errors): "unreachable"
      case .noAtomicPush: "noAtomic"
      case .cutOff(_, errors): "cutOff"
      case .badStatus(_, let status, .read, errors): "status \(status)"
      case .silent(_, nil, .read, limit: .seconds(60)): "silent"
      case .failed(_, errors): "failed"
      default: "something else"
      }
    #expect(kind == expected)
  }

  @Test("is shown without a password in an address")
  func redaction() throws {
    try sandbox.replaceGit(
      by: "echo \"fatal: unable to access 'https://me:hush@example.com/x': Could not resolve host\" >&2; exit 128")
    let error = #expect(throws: TransportError.self) { try push() }
    #expect(
      error
        == .unreachable(
          remote: "origin", output: "fatal: unable to access 'https://example.com/x': Could not resolve host"))
  }

  @Test("is never a prompt, unless allowed")
  func prompts() throws {
    try sandbox.replaceGit(by: "echo \"$GIT_TERMINAL_PROMPT|$GIT_SSH_COMMAND|$LC_ALL\" >&2; exit 128")
    sandbox.environment["GIT_TERMINAL_PROMPT"] = nil
    #expect(throws: TransportError.failed(remote: "origin", output: "0|ssh -o BatchMode=yes|C")) { try push() }
    sandbox.environment["GIT_SSH_COMMAND"] = "ssh -i key"
    #expect(throws: TransportError.failed(remote: "origin", output: "0|ssh -i key -o BatchMode=yes|C")) { try push() }
    let transport = GitTransport(of: try sandbox.repository(), isInteractive: true)
    #expect(throws: TransportError.failed(remote: "origin", output: "|ssh -i key|C")) { try transport.push(order) }
  }
}
