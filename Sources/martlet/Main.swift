import Commands
import Libc

@main
enum Main {
  static func main() {
    openStandardStreams()
    // Writing to a reader that has gone must not kill a release: the write fails instead.
    signal(SIGPIPE, SIG_IGN)
    // So does writing more than a file may hold.
    signal(SIGXFSZ, SIG_IGN)
    exit(MartletCommand.exitStatus(of: Array(CommandLine.arguments.dropFirst())))
  }

  /// Where a standard stream is closed, the next file that is opened would take its number, and what is said would be
  /// written into that file.
  private static func openStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
