import Foundation

/// A server on this machine that answers every request with `{}`, and records its method, path and credentials.
package final class RequestLog {
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  /// Such as `http://127.0.0.1:4711`.
  package let address: String

  private static let script = """
    import http.server, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            self.rfile.read(int(self.headers.get('Content-Length') or 0))
            with open(sys.argv[1], 'a') as log: log.write(f"{self.command} {self.path} {self.headers.get('Authorization')}\\n")
            self.send_response(200); self.send_header('Content-Length', '2'); self.end_headers(); self.wfile.write(b'{}')
        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = answer
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print('port', server.server_port, flush=True)
    server.serve_forever()
    """

  package init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3", ["-c", Self.script, "\(folder.path)/log"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: "port ")
    address = "http://127.0.0.1:\(server.greeting.firstMatch(of: /port (\d+)/).map { String($0.output.1) } ?? "0")"
  }

  /// The requests so far, one line each, such as `GET /x Bearer …`.
  package var requests: [String] { folder.read("log")?.split(separator: "\n").map(String.init) ?? [] }
}
