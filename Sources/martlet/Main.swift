import Commands
import SystemAPI

@main
enum Main {
  static func main() {
    openStandardStreams()
    // A closed pipe must not kill a release; the write fails instead.
    signal(SIGPIPE, SIG_IGN)
    // The same for a write beyond the file size limit.
    signal(SIGXFSZ, SIG_IGN)
    let words = CommandLine.arguments
    // Swift reads them from /proc. A program without its own name is not one without arguments.
    exit(
      words.isEmpty
        ? MartletCommand.exitStatusWithoutArguments() : MartletCommand.exitStatus(of: Array(words.dropFirst())))
  }

  /// Opens closed standard streams. Otherwise the next opened file would get the descriptor, and messages would be
  /// written to that file.
  private static func openStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
