import MartletCore
import Processes

extension Workspace {
  package func webAddress(of remote: String) throws -> String? { try remoteAddress(of: remote).map(withRealHost) }

  /// Returns an address of ssh with the real name of its host, if that is an alias of the user's ssh configuration, such as
  /// `github.com-work`.
  ///
  /// `ssh -G` prints the configuration of a host, as gh does it (cli/go-gh, `pkg/ssh/ssh.go`). It connects to nothing, and runs
  /// only programs that the user's own configuration names. It is not called for untrusted pipelines.
  func withRealHost(_ address: String) -> String {
    guard trust.isFull, let alias = RemoteAddress.sshHost(of: address), let name = realHost(of: String(alias)) else {
      return address
    }
    return RemoteAddress.sshAddress(address, onHost: name) ?? address
  }

  private func realHost(of alias: String) -> String? {
    if let known = sshHosts[alias] { return known }
    var command = Command("ssh", ["-G", alias], environment: programEnvironment, directory: root)
    command.timeout = .seconds(5)
    let found = (try? command.run()).flatMap { result in
      result.succeeded
        ? result.outputText.split(separator: "\n").first { $0.hasPrefix("hostname ") }?.dropFirst("hostname ".count)
        : nil
    }
    sshHosts[alias] = .some(found.map(String.init))
    return found.map(String.init)
  }
}
