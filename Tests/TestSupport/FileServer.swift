import Foundation
import Processes

/// The files of a folder over https, with a certificate of its own. For a missing file, the file with `.elsewhere` after its
/// name is on a second port without encryption, to which a redirect leads.
package final class FileServer {
  /// Why this machine cannot have such a server; nil if it can.
  package static var obstacle: String? {
    ["python3", "openssl"].first { LoopbackServer.path(of: $0) == nil }.map { "there is no \($0)" }
  }

  private let server: LoopbackServer
  private let folder: TemporaryFolder
  /// Such as `https://127.0.0.1:4711`.
  package let address: String
  /// The same files without encryption.
  package let plainAddress: String
  /// The file with its certificate, which is its own authority.
  package var certificate: String { "\(folder.path)/certificate.pem" }

  /// Serves `path`.
  package init(of path: String) throws {
    folder = try TemporaryFolder()
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let made = try Command(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "certificate.pem",
      ], environment: environment, directory: folder.path
    ).run()
    guard made.succeeded else { throw LoopbackServer.NotStarted(output: made.errorText) }
    try folder.write("requests", "")
    try folder.write("server.py", Self.script)
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3", ["\(folder.path)/server.py", folder.path, path],
      environment: environment, sign: "ports ")
    let ports = server.greeting.split(separator: "\n").last?.split(separator: " ").dropFirst().map(String.init) ?? []
    address = "https://127.0.0.1:\(ports.first ?? "")"
    plainAddress = "http://127.0.0.1:\(ports.last ?? "")"
  }

  /// The requests so far, such as `https /1.5.0/SHA256SUMS`.
  package var requests: [String] { (folder.read("requests") ?? "").split(separator: "\n").map(String.init) }

  private static let script = #"""
    import os, ssl, sys, threading
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    own, folder = sys.argv[1:]
    lock = threading.Lock()

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def log_message(self, *arguments):
            pass

        def do_GET(self):
            scheme = "http" if self.server is plain else "https"
            with lock, open(f"{own}/requests", "a") as file:
                file.write(f"{scheme} {self.path}\n")
            path, mark, query = self.path.partition("?")
            if os.path.exists(folder + path) or not os.path.exists(folder + path + ".elsewhere"):
                return super().do_GET()
            self.send_response(302)
            self.send_header("Location", f"http://127.0.0.1:{plain.server_port}{path}.elsewhere{mark}{query}")
            self.send_header("Content-Length", "0")
            self.end_headers()

    plain, server = (ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{own}/certificate.pem", f"{own}/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    print("ports", server.server_port, plain.server_port, flush=True)
    server.serve_forever()
    """#
}
