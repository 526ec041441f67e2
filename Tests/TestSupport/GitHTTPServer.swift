import Foundation

/// `git http-backend` behind a small loopback server, over the bare repositories of one folder.
package final class GitHTTPServer {
  /// The server's behaviour; the first part of an address's path.
  package enum Manner: String, Sendable, CaseIterable {
    /// Allows everything.
    case open
    /// Requires the name `me` and the password `hush`.
    case closed
    /// Allows reading, but not writing.
    case readOnly = "read-only"
    /// Disconnects before anything has moved: always, or the first time.
    case cutsBefore = "cuts-before"
    case cutsBeforeOnce = "cuts-before-once"
    /// Disconnects after everything has moved, before the response.
    case cutsAfter = "cuts-after"
    /// Disconnects during reading.
    case cutsReading = "cuts-reading"
    /// Responds with too many requests, or with an internal error.
    case tooManyRequests = "status-429"
    case broken = "status-500"
    /// Allows reading, and reports a failure behind it before anything has moved.
    case breaksPushes = "breaks-pushes"
    /// Allows reading, and never responds to a push.
    case hangsPushes = "hangs-pushes"
    /// Responds with a one-line page, like a network that requires a login.
    case page
  }

  /// Why this machine cannot have such a server; nil if it can.
  package static var obstacle: String? {
    LoopbackServer.path(of: "python3") == nil ? "there is no python3 to serve `git http-backend` with" : nil
  }

  private let server: LoopbackServer
  private let port: String
  private let scheme: String

  /// Serves the repositories in `folder`.
  ///
  /// - Parameter certificate: A file with the server's certificate and its key; nil for none.
  package init(of folder: TemporaryFolder, environment: [String: String], certificate: String? = nil) throws {
    try folder.write("http-server.py", Self.script)
    scheme = certificate == nil ? "http" : "https"
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3",
      ["\(folder.path)/http-server.py", folder.path] + [certificate].compactMap(\.self),
      environment: environment, sign: "port ")
    port = server.greeting.split(separator: "\n").last?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// The address of the repository `name`.
  ///
  /// - Parameter user: The part before the host, for example `me:hush`.
  package func address(of name: String, _ manner: Manner = .open, user: String? = nil) -> String {
    "\(scheme)://\(user.map { "\($0)@" } ?? "")127.0.0.1:\(port)/\(manner.rawValue)/\(name)"
  }

  private static let script = #"""
    import base64, os, ssl, subprocess, sys, threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    root = sys.argv[1]
    has_cut = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments):
            pass

        def content(self):
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            content = b""
            while size := int(self.rfile.readline(), 16):
                content += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return content

        def answer(self, status, headers, content):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def serve(self):
            manner, _, rest = self.path.lstrip("/").partition("/")
            path, _, query = rest.partition("?")
            content = self.content()
            pushes = self.command == "POST" and path.endswith("/git-receive-pack") and content != b"0000"
            word = "Basic " + base64.b64encode(b"me:hush").decode()
            if manner == "closed" and self.headers.get("Authorization") != word:
                return self.answer(401, [("WWW-Authenticate", 'Basic realm="git"')], b"")
            if manner == "read-only" and "git-receive-pack" in self.path:
                return self.answer(403, [], b"")
            if manner == "cuts-reading":
                self.close_connection = True
                return
            if manner.startswith("status-"):
                return self.answer(int(manner[7:]), [], b"")
            if pushes and manner == "breaks-pushes":
                return self.answer(502, [], b"")
            if pushes and manner == "hangs-pushes":
                threading.Event().wait()
            if manner == "page":
                return self.answer(200, [("Content-Type", "text/html")], b"<html><body>Please sign in.</body></html>")
            if pushes and (manner == "cuts-before" or manner == "cuts-before-once" and not has_cut.is_set()):
                has_cut.set()
                self.close_connection = True
                return
            environment = dict(
                os.environ, GIT_PROJECT_ROOT=root, GIT_HTTP_EXPORT_ALL="1", PATH_INFO="/" + path, QUERY_STRING=query,
                REQUEST_METHOD=self.command, CONTENT_TYPE=self.headers.get("Content-Type", ""), REMOTE_USER="me",
                REMOTE_ADDR="127.0.0.1", CONTENT_LENGTH=str(len(content)),
                HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
            result = subprocess.run(["git", "http-backend"], input=content, env=environment, stdout=subprocess.PIPE)
            if pushes and manner == "cuts-after":
                self.close_connection = True
                return
            head, _, content = result.stdout.partition(b"\r\n\r\n")
            headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n") if ": " in line]
            status = next((int(value[:3]) for name, value in headers if name == "Status"), 200)
            self.answer(status, [header for header in headers if header[0] != "Status"], content)

        do_GET = do_POST = serve

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print("port", server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
