import Foundation

/// `git http-backend` behind a small server on loopback, over the bare repositories of one folder.
package final class GitHTTPServer {
  /// How it treats its clients; the first part of an address's path.
  package enum Manner: String, Sendable, CaseIterable {
    /// It lets everybody do everything.
    case open
    /// It asks for a name and a password, which are `me` and `hush`.
    case closed
    /// It lets everybody read and nobody write.
    case readOnly = "read-only"
    /// It breaks off before anything has moved: always, or the first time.
    case cutsBefore = "cuts-before"
    case cutsBeforeOnce = "cuts-before-once"
    /// It breaks off when all has moved, before it says so.
    case cutsAfter = "cuts-after"
    /// It breaks off when it is read.
    case cutsReading = "cuts-reading"
    /// It says that there have been too many requests, or that it is broken.
    case tooManyRequests = "status-429"
    case broken = "status-500"
    /// It can be read; that a push broke something behind it, it says before anything has moved.
    case breaksPushes = "breaks-pushes"
    /// It can be read, and never answers a push.
    case hangsPushes = "hangs-pushes"
    /// It sends a page in one line, as networks do that want somebody to sign in.
    case page
  }

  /// Why there can be no such server on this machine; nil when there can.
  package static var obstacle: String? {
    LoopbackServer.path(of: "python3") == nil ? "there is no python3 to serve `git http-backend` with" : nil
  }

  private let server: LoopbackServer
  private let port: String
  private let scheme: String

  /// Serves the repositories in `folder`.
  ///
  /// - Parameter certificate: a file with the server's certificate and its key; nil: it shows none.
  package init(of folder: TemporaryFolder, environment: [String: String], certificate: String? = nil) throws {
    try folder.write("http-server.py", Self.script)
    scheme = certificate == nil ? "http" : "https"
    server = try LoopbackServer(
      LoopbackServer.path(of: "python3") ?? "python3",
      ["\(folder.path)/http-server.py", folder.path] + [certificate].compactMap(\.self),
      environment: environment, sign: "port ")
    port = server.greeting.split(separator: "\n").last?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// The address of the repository called `name`.
  ///
  /// - Parameter user: what stands before the host, such as `me:hush`.
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
