import TestSupport
import Testing

@Suite("A run that is stopped between two channels", .enabled(if: ForgeServer.obstacle == nil))
struct InterruptedAnnouncingTests {
  /// The channels in the order of their entries, by their names on the server.
  private static let channels = ["blog", "social", "team"]

  /// `strace` counts the writes of the journal. SIGKILL comes before the line of the next entry is written; SIGINT comes with
  /// the line that an entry is done, where the program is held until it has the signal.
  @Test(
    "has posted on those before, and resumes with the next one without a request to the others",
    .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"), arguments: ["KILL", "INT"])
  func stopped(signal: String) throws {
    let whole = try AnnouncedProject()
    #expect(try whole.project.martlet(Self.run, by: Self.tracer).status == 0)
    let trace = try whole.project.shell("cat ../trace").split(separator: "\n")
    let writes = trace.filter { $0.hasPrefix("pwrite64") }
    for (index, channel) in Self.channels.enumerated().dropLast() {
      let entry = index + 1
      let line = try #require(writes.firstIndex { $0.contains(#"\"done\":{\"entry\":\#(entry)"#) }, "\(writes)")
      let announced = try AnnouncedProject()
      let first = try announced.project.martlet(
        Self.run, by: signal == "KILL" ? Self.killing(atWrite: line + 2) : Self.interrupting(atWrite: line + 1))
      #expect(first.status == (signal == "KILL" ? 137 : 3), "after \(channel): \(first.errors)")
      let journal = try announced.journals()
      #expect(journal.matches(of: /"event":{"done"/).count == entry, "after \(channel)")
      #expect(journal.matches(of: /"event":{"intended"/).count == entry, "after \(channel)")
      #expect(try announced.receiver.postCounts() == Self.counts(first: entry), "after \(channel)")
      let resumed = try announced.martlet("finish", "--yes")
      #expect(resumed.status == 0, "after \(channel): \(resumed.errors)")
      #expect(try announced.receiver.postCounts() == Self.counts(first: 3), "after \(channel)")
      #expect(announced.receiver.requests == whole.receiver.requests, "after \(channel)")
    }
  }

  private static let run = ["run", "announce", "--yes"]
  private static let tracer = ["strace", "-qq", "-o", "../trace", "-e", "trace=pwrite64,?fsync,?fdatasync"]

  private static func killing(atWrite number: Int) -> [String] {
    tracer + ["-e", "inject=pwrite64:signal=KILL:when=\(number)"]
  }

  /// The program waits for signals in a thread, so that `strace` cannot send it one that is not for all threads.
  private static func interrupting(atWrite number: Int) -> [String] {
    let script = """
      (
        until grep -qs 'stopped by SIGSTOP' ../trace; do sleep 0.05; done
        kill -INT $(cat ../pid)
        kill -CONT $(cat ../pid)
      ) &
      exec "$@"
      """
    return ["sh", "-c", script, "sh"] + tracer
      + ["-e", "inject=pwrite64:signal=STOP:when=\(number)", "-e", "inject=?fsync,?fdatasync:delay_exit=50000"]
      + ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"]
  }

  private static func counts(first count: Int) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: channels.enumerated().map { ($1, $0 < count ? 1 : 0) })
  }
}
