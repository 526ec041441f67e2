import Execution
import Lanes
import Libc
import Pipelines
import TextEditing

/// The two streams of a command: results on one, all else on the other.
///
/// What is said to people is free of secrets; results are as they are, because programs read them.
struct Console {
  /// Whether text may be coloured; without colour no escape is ever written.
  let hasColor: Bool
  /// How many columns the terminal has that results are shown on; nil where they go elsewhere.
  let width: Int?
  /// The same of what else is said.
  private let errorWidth: Int?
  /// Whether a CI system reads along, which obeys what looks like its orders.
  private let isReadByMachine: Bool
  /// The orders that it takes; nil where nobody knows any.
  let markup: LogMarkup?
  private let environment: [String: String]
  private let redaction: Redaction
  private let isQuiet: Bool
  private let isVerbose: Bool
  private var isOutputTaken = false

  init(_ options: CommandOptions, environment: [String: String]) {
    self.init(options.color, isQuiet: options.quiet, isVerbose: options.verbose, environment)
  }

  /// The console for as long as the command line has not been understood.
  init(environment: [String: String]) {
    self.init(.auto, isQuiet: false, isVerbose: false, environment)
  }

  private init(_ color: CommandOptions.ColorChoice, isQuiet: Bool, isVerbose: Bool, _ environment: [String: String]) {
    hasColor = Self.usesColor(color, environment: environment)
    width = Self.width(of: STDOUT_FILENO, environment: environment)
    errorWidth = Self.width(of: STDERR_FILENO, environment: environment)
    isReadByMachine = Pipeline.isAnnounced(in: environment)
    markup = LogMarkup(environment)
    self.environment = environment
    redaction = Redaction(environment: environment)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  private init(_ console: Console, redacting secrets: [Secret], of environment: [String: String]) {
    hasColor = console.hasColor
    (width, errorWidth) = (console.width, console.errorWidth)
    isReadByMachine = console.isReadByMachine
    markup = console.markup
    self.environment = environment
    redaction = Redaction(of: secrets, environment: environment)
    isQuiet = console.isQuiet
    isVerbose = console.isVerbose
    isOutputTaken = console.isOutputTaken
  }

  /// This console, masking `secrets` as it does the values of variables whose names look secret.
  func redacting(_ secrets: [Secret]) -> Console {
    secrets.isEmpty ? self : Console(self, redacting: secrets, of: environment)
  }

  /// This console with `environment` in place of that of the process.
  func knowing(_ environment: [String: String]) -> Console { Console(self, redacting: [], of: environment) }

  /// `text` with all secrets masked, for people.
  func redacted(_ text: String) -> String { redaction.redacted(text) }

  /// A result, on standard output, unless that is taken by an archive. A reader that has gone has seen enough.
  ///
  /// - Throws: `ExecutionError.cannotWrite`, as on a full disk: what was to read is not there.
  func print(_ text: String) throws {
    guard !isOutputTaken else { return }
    try Self.print(line: harmless(text))
  }

  /// A result in the words of others, on standard output: as it is for a program that reads it, with its control
  /// characters made visible on a terminal.
  ///
  /// - Throws: as `print` does.
  func printQuoted(_ text: String) throws {
    guard isatty(STDOUT_FILENO) == 1 else { return try print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try print(lines.map { String($0).escapedForTerminal() }.joined(separator: "\n"))
  }

  /// Words of our own, which hold no orders to anybody, on standard output.
  ///
  /// - Throws: as `print` does.
  static func print(line text: String) throws {
    do {
      try Array((text + "\n").utf8).withUnsafeBytes(writeOutput)
    } catch ExecutionError.brokenPipe {
      return
    }
  }

  /// This console when standard output is taken by an archive: there are no results to show.
  var withoutResults: Console {
    var console = self
    console.isOutputTaken = true
    return console
  }

  /// Part of an archive, on standard output.
  ///
  /// - Throws: `ExecutionError.brokenPipe`, `.cannotWrite`.
  static func writeOutput(_ bytes: UnsafeRawBufferPointer) throws {
    do throws(SystemError) {
      try WritableStream.output.write(bytes)
    } catch let failure {
      throw failure.code == EPIPE
        ? ExecutionError.brokenPipe : ExecutionError.cannotWrite("standard output", code: failure.code)
    }
  }

  /// The line at the bottom of a terminal that is written over again and again; nothing when quiet.
  func showLine(_ text: String) {
    if !isQuiet { write("\r\u{1B}[K" + redacted(text), to: .errors) }
  }

  /// Whether such a line can be shown.
  var canShowLine: Bool { !isQuiet && isatty(STDERR_FILENO) == 1 && environment["TERM", default: "dumb"] != "dumb" }

  /// News of the work, on standard error; nothing when quiet.
  func note(_ text: String) {
    if !isQuiet { write(redacted(text) + "\n", to: .errors) }
  }

  /// What was looked at, on standard error; only when verbose.
  func detail(_ text: String) {
    if isVerbose, !isQuiet { write(redacted(text) + "\n", to: .errors) }
  }

  /// Lines that a command of the user's wrote, on standard error, each behind the name of its step and free of what a
  /// terminal would obey. No line of a command begins a line of ours, so a CI system finds no orders in them.
  func pass(_ lines: [[UInt8]], from step: String) {
    guard !isQuiet else { return }
    let prefix = styled("\(step.escapedForTerminal()) | ", .faint)
    let text = TerminalText(hasColor: hasColor)
    write(lines.map { prefix + text.line(of: $0) + "\n" }.joined(), to: .errors)
  }

  /// Diagnostics, on standard error, with a blank line between two.
  func report(_ diagnostics: [Diagnostic]) {
    write(diagnostics.map { coloured($0) + "\n" }.joined(separator: "\n"), to: .errors)
    for diagnostic in diagnostics {
      if let line = markup?.annotation(of: diagnostic) { send(redacted(line) + "\n", to: .errors) }
    }
  }

  /// An order to the CI system that reads along, on standard error; nothing when quiet.
  func order(_ line: String) {
    if !isQuiet { send(line + "\n", to: .errors) }
  }

  /// The diagnostics of an error that is no reason to stop, as warnings.
  func warn(of error: any Error) {
    report(
      Failure(of: error).diagnostics.map { diagnostic in
        var warning = diagnostic
        warning.severity = .warning
        return warning
      })
  }

  private func coloured(_ diagnostic: Diagnostic) -> String {
    let text = broken(redacted(diagnostic.rendered()))
    guard hasColor, let colon = text.firstIndex(of: ":") else { return text }
    let style: Style = diagnostic.severity == .error ? .failure : .warning
    return styled(String(text[...colon]), style) + text[text.index(after: colon)...]
  }

  /// The words of a diagnostic on lines that the terminal has room for; what is quoted from files stays as it is.
  private func broken(_ text: String) -> String {
    guard let errorWidth else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isSentence = ["error: ", "warning: ", "hint: "].contains { line.hasPrefix($0) }
      return isSentence ? String(line).wrapped(to: errorWidth, indentedBy: 2) : String(line)
    }.joined(separator: "\n")
  }

  /// What is asked about, on standard error, also when quiet.
  func show(_ text: String) { write(text + "\n", to: .errors) }

  /// A question, on standard error without a line end.
  ///
  /// - Parameter read: Reads a line, nil at the end of input.
  /// - Returns: the answer without the blanks around it.
  /// - Throws: `Failure.declined` when nobody answers any more, what `read` throws.
  func answer(to question: String, by read: () throws -> String?) throws -> String {
    write(redacted(question), to: .errors)
    guard let line = try read() else {
      write("\n", to: .errors)
      throw Failure.declined
    }
    let rest = line.drop(while: \.isWhitespace)
    return String(rest.prefix(upTo: rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex))
  }

  enum Style: String {
    case strong = "1"
    case failure = "1;31"
    case success = "32"
    case warning = "1;33"
    case faint = "2"
    case removal = "31"
  }

  /// `text` in `style`, where there is colour.
  func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// What the terminal says of itself, then what it is said to have.
  private static func width(of stream: Int32, environment: [String: String]) -> Int? {
    guard isatty(stream) == 1 else { return nil }
    var size = winsize()
    if ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The flag, then NO_COLOR (no-color.org), then CLICOLOR_FORCE (bixense.com/clicolors), then the terminal.
  private static func usesColor(_ choice: CommandOptions.ColorChoice, environment: [String: String]) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      if environment["NO_COLOR", default: ""] != "" {
        false
      } else if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) {
        true
      } else {
        isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
      }
    }
  }

  /// A stream that nobody reads any more is no error of ours: what cannot be said is left unsaid.
  private func write(_ text: String, to stream: WritableStream) { send(harmless(text), to: stream) }

  /// `text` without what the CI system that reads along would take for its orders.
  private func harmless(_ text: String) -> String {
    guard isReadByMachine else { return text }
    return markup?.hasSectionLines == true
      ? text.withoutLogOrders().withoutSectionOrders() : text.withoutLogOrders()
  }

  private func send(_ text: String, to stream: WritableStream) {
    try? stream.write(text)
  }
}

extension Failure {
  static let declined = Failure("declined", exit: .declined)
}
