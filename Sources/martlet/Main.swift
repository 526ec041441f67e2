import Commands
import Foundation

@main
enum Main {
  static func main() {
    // Writing to a reader that has gone must not kill a release: the write fails instead.
    signal(SIGPIPE, SIG_IGN)
    exit(MartletCommand.exitStatus(of: Array(CommandLine.arguments.dropFirst())))
  }
}
