import Foundation
import Processes

/// `sshd` on loopback with its own keys, which accepts only this user.
package final class GitSSHServer {
  private static let daemon = LoopbackServer.path(of: "sshd")
  /// Root needs a folder that only the system's own sshd creates.
  private static let needsFolder = getuid() == 0 && !FileManager.default.fileExists(atPath: "/run/sshd")

  /// Why this machine cannot have such a server; nil if it can.
  package static var obstacle: String? {
    if daemon == nil { return "there is no sshd" }
    if needsFolder { return "there is no /run/sshd, which sshd wants for root" }
    return nil
  }

  private let server: LoopbackServer
  private let folder: TemporaryFolder
  private let port: Int
  private var agent: LoopbackServer?

  /// - Parameter folder: The folder of its keys, in files whose names begin with `ssh-`.
  package init(in folder: TemporaryFolder, environment: [String: String]) throws {
    self.folder = folder
    for name in ["ssh-host", "ssh-user", "ssh-other"] {
      let arguments = ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", "\(folder.path)/\(name)"]
      _ = try Command("ssh-keygen", arguments, environment: environment).run()
    }
    (server, port) = try Self.start(in: folder, environment)
    try folder.write("ssh-known", "[127.0.0.1]:\(port) \(folder.read("ssh-host.pub") ?? "")")
  }

  /// sshd cannot choose a free port itself: ports are tried one by one.
  private static func start(
    in folder: TemporaryFolder, _ environment: [String: String]
  ) throws -> (LoopbackServer, port: Int) {
    while true {
      let port = Int.random(in: 20000..<60000)
      try folder.write(
        "ssh-config",
        """
        Port \(port)
        ListenAddress 127.0.0.1
        HostKey \(folder.path)/ssh-host
        AuthorizedKeysFile \(folder.path)/ssh-user.pub
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin prohibit-password
        PidFile none

        """)
      let command = [daemon ?? "sshd", "-D", "-e", "-f", "\(folder.path)/ssh-config"]
      do {
        return (
          try LoopbackServer(command[0], Array(command.dropFirst()), environment: environment, sign: "listening"), port
        )
      } catch let error as LoopbackServer.NotStarted where error.output.contains("already in use") {
        continue
      }
    }
  }

  /// The address of a repository by its path.
  package func address(of path: String) -> String { "ssh://\(NSUserName())@127.0.0.1:\(port)\(path)" }

  /// Starts an agent with this user's key, and returns the path of its socket, for `SSH_AUTH_SOCK`.
  package func startAgent(environment: [String: String]) throws -> String {
    let socket = "\(folder.path)/agent"
    agent = try LoopbackServer(
      LoopbackServer.path(of: "ssh-agent") ?? "ssh-agent", ["-D", "-a", socket], environment: environment,
      sign: "SSH_AUTH_SOCK")
    let adding = Command(
      "ssh-add", ["-q", "\(folder.path)/ssh-user"], environment: environment.merging(["SSH_AUTH_SOCK": socket]) { $1 })
    _ = try adding.run()
    return socket
  }

  /// The `GIT_SSH_COMMAND`: with this user's key, or one that is refused.
  package func command(key: String = "ssh-user", known: String = "ssh-known") -> String {
    "ssh -F /dev/null -o IdentitiesOnly=yes -i \(folder.path)/\(key) -o UserKnownHostsFile=\(folder.path)/\(known)"
      + " -o GlobalKnownHostsFile=/dev/null"
  }
}
