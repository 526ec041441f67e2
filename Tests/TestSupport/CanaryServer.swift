import Foundation

/// A server on this machine that keeps every request with its headers, and gives nothing away: each answer is 404, a
/// redirect, or asks for a password.
package final class CanaryServer {
  private let server: LoopbackServer
  private let folder: TemporaryFolder
  private let port: String
  /// Such as `http://127.0.0.1:4711`.
  package var address: String { "http://127.0.0.1:\(port)" }
  /// The same server under another name.
  package var otherAddress: String { "http://localhost:\(port)" }

  /// - Parameters:
  ///   - target: The address that every request is redirected to, with its path; nil: requests fail.
  ///   - asksForPassword: Whether each answer is 401 instead.
  package init(redirectingTo target: String? = nil, asksForPassword: Bool = false) throws {
    folder = try TemporaryFolder()
    try folder.write("server.py", Self.script)
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3",
      ["-B", "\(folder.path)/server.py", "\(folder.path)/log", asksForPassword ? "401" : target == nil ? "404" : "302"]
        + [target].compactMap(\.self),
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: "port ")
    port = server.greeting.split(separator: "\n").last?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// The requests so far: the line, and the headers with credentials in the clear.
  package var requests: [String] {
    (folder.read("log") ?? "").split(separator: "\n").map(String.init)
  }

  private static let script = #"""
    import base64, sys
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def serve(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            words = [self.command, self.path]
            for name, value in self.headers.items():
                if value.startswith("Basic "):
                    value = "Basic " + base64.b64decode(value[6:]).decode()
                if name in ("Authorization", "Private-Token", "PRIVATE-TOKEN", "JOB-TOKEN", "Cookie"):
                    words.append(f"{name}: {value}")
            with open(sys.argv[1], "a") as log:
                log.write(" ".join(words) + "\n")
            self.send_response(int(sys.argv[2]))
            if len(sys.argv) > 3:
                self.send_header("Location", sys.argv[3] + self.path)
            if sys.argv[2] == "401":
                self.send_header("WWW-Authenticate", "Basic realm=x")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = serve

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print("port", server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
