import Lanes
import MartletCore
import SystemAPI

/// The servers that the user has bound credentials to: the variable `MARTLET_TOKEN_HOSTS` of the process, and the file
/// `hosts.yml` in the folder of the user's configuration, a list of lines such as `- BLOG_TOKEN=blog.example.org`.
struct UserBindings {
  private static let heading = """
    # The servers that Martlet may send the token in a variable to: a line `- NAME=host` or `- NAME=host:port` for each.

    """

  /// The absolute path of the file; nil if the process has no home folder.
  let file: String?
  private let environment: [String: String]
  /// Nil before the first use.
  private var known: CredentialHomes?

  /// - Parameter environment: That of the process.
  init(_ environment: [String: String]) {
    self.environment = environment
    file = configurationFolder(in: environment).map { "\($0)/martlet/hosts.yml" }
  }

  /// - Throws: `Failure.badBinding`, `.unsafeBindings`; `ExecutionError.cannotRead`; the errors of the YAML.
  mutating func homes() throws -> CredentialHomes {
    if let known { return known }
    let listed = try CredentialBinding.list(environment[CredentialBinding.listVariable] ?? "")
    let homes = CredentialHomes(environment: environment, bindings: try listed + (file.map(Self.bindings) ?? []))
    known = homes
    return homes
  }

  /// Adds a line to the file, which is created if necessary.
  mutating func add(_ binding: CredentialBinding, to file: String) throws {
    var path = ""
    for part in file.split(separator: "/").dropLast() {
      path += "/\(part)"
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw ExecutionError.cannotWrite(path, code: lastSystemError) }
    }
    let old = try Self.contents(of: file)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExecutionError.cannotWrite(file, code: lastSystemError) }
    defer { close(descriptor) }
    let start = old.map { $0.isEmpty || $0.last == UInt8(ascii: "\n") ? "" : "\n" } ?? Self.heading
    do throws(SystemError) {
      try SystemFile.write(Array("\(start)- \(binding)\n".utf8), to: descriptor)
    } catch {
      throw ExecutionError.cannotWrite(file, code: error.code)
    }
    known = nil
  }

  private static func bindings(in file: String) throws -> [CredentialBinding] {
    guard let bytes = try contents(of: file), let path = RelativePath(String(file.drop { $0 == "/" })) else {
      return []
    }
    let root = try Node(yaml: SourceText(path: path, fileBytes: bytes))
    guard let lines = root.elements else { throw Failure.badBinding(root.kind, in: file) }
    return try lines.map { line in
      let text = line.text ?? line.kind
      guard let binding = CredentialBinding(text) else { throw Failure.badBinding(text, in: file) }
      return binding
    }
  }

  /// The bytes of the file; nil if there is none.
  ///
  /// - Throws: `Failure.unsafeBindings` if another user can write it, or exchange it in its folder.
  private static func contents(of file: String) throws -> [UInt8]? {
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ExecutionError.cannotRead(file, code: lastSystemError)
    }
    defer { close(descriptor) }
    var (status, folder) = (stat(), stat())
    let parent = file.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure.unsafeBindings(file, reason: "it is not a regular file")
    }
    guard stat(parent, &folder) == 0 else { throw ExecutionError.cannotRead(parent, code: lastSystemError) }
    for (path, status) in [(file, status), (parent, folder)] {
      guard [geteuid(), 0].contains(status.st_uid) else {
        throw Failure.unsafeBindings(file, reason: "`\(path)` belongs to another user")
      }
      guard status.st_mode & 0o022 == 0 else {
        throw Failure.unsafeBindings(
          file, reason: "other users can write `\(path)`", hint: "run `chmod go-w \(path.shellWord)`")
      }
    }
    do throws(SystemError) {
      return try SystemFile.contents(of: descriptor)
    } catch {
      throw ExecutionError.cannotRead(file, code: error.code)
    }
  }
}

extension Failure {
  fileprivate static func unsafeBindings(_ file: String, reason: String, hint: String? = nil) -> Failure {
    Failure(
      "`\(file)` may name servers for tokens only while no other user can change it, but \(reason)", hint: hint,
      code: .tokenHost, exit: .credentials)
  }
}
