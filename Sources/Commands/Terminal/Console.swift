import Execution
import Lanes
import MartletCore
import SystemAPI

/// When to use colour.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// The output of a command: results on standard output, everything else on standard error.
///
/// Secrets are masked in everything but results, because programs read those.
struct Console {
  /// Whether text may be coloured; without colour, no escape sequences are written.
  let hasColor: Bool
  /// The columns of the terminal behind standard output; nil when it is not a terminal.
  let width: Int?
  /// The columns of the terminal behind standard error; nil when it is not a terminal.
  let errorWidth: Int?
  /// Whether a CI system reads the log and executes lines that look like its workflow commands.
  private let isReadByCI: Bool
  /// The workflow commands of that CI system; nil when none are known.
  let markup: LogMarkup?
  /// Whether standard error can move the cursor, as the variable `TERM` shows.
  private let canMoveCursor: Bool
  /// The secrets that output must not contain.
  private let secrets: [Secret]
  private let redaction: Redaction
  private let isQuiet: Bool
  private let isVerbose: Bool
  private var writesArchive = false

  /// The console before the command line is parsed.
  init(environment: [String: String]) {
    self.init(.auto, isQuiet: false, isVerbose: false, environment)
  }

  init(_ color: ColorChoice, isQuiet: Bool, isVerbose: Bool, _ environment: [String: String]) {
    hasColor = Self.usesColor(color, environment: environment)
    width = Self.width(of: STDOUT_FILENO, environment: environment)
    errorWidth = Self.width(of: STDERR_FILENO, environment: environment)
    isReadByCI = Pipeline.isAnnounced(in: environment)
    markup = LogMarkup(environment)
    canMoveCursor = environment["TERM", default: "dumb"] != "dumb"
    secrets = StepEnvironment(environment).secrets
    redaction = Redaction(of: secrets)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  private init(_ console: Console, redacting secrets: [Secret]) {
    hasColor = console.hasColor
    (width, errorWidth) = (console.width, console.errorWidth)
    isReadByCI = console.isReadByCI
    markup = console.markup
    canMoveCursor = console.canMoveCursor
    self.secrets = console.secrets + secrets
    redaction = Redaction(of: self.secrets)
    isQuiet = console.isQuiet
    isVerbose = console.isVerbose
    writesArchive = console.writesArchive
  }

  /// Returns this console, which also masks `secrets`.
  func redacting(_ secrets: [Secret]) -> Console {
    secrets.isEmpty ? self : Console(self, redacting: secrets)
  }

  /// Returns `text` with all secrets masked.
  func redacted(_ text: String) -> String { redaction.redacted(text) }

  /// Prints a result on standard output, unless an archive is written there. A closed pipe is not an error.
  ///
  /// - Throws: `ExecutionError.cannotWrite`, for example on a full disk.
  func print(_ text: String) throws {
    guard !writesArchive else { return }
    try Self.print(line: escapingLogCommands(text))
  }

  /// Prints a result that contains text of the project on standard output: unchanged for a program, with visible
  /// control characters on a terminal.
  ///
  /// - Throws: the errors of `print`.
  func printQuoted(_ text: String) throws {
    guard showsResults else { return try print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try print(lines.map { String($0).escapedForTerminal() }.joined(separator: "\n"))
  }

  /// Prints Martlet's own text, which contains no workflow commands, on standard output.
  ///
  /// - Throws: the errors of `print`.
  static func print(line text: String) throws {
    do {
      try writeOutput(Array((text + "\n").utf8))
    } catch ExecutionError.brokenPipe {
      return
    }
  }

  /// This console without results, for when an archive is written to standard output.
  var withoutResults: Console {
    var console = self
    console.writesArchive = true
    return console
  }

  /// Writes a part of an archive to standard output.
  ///
  /// - Throws: `ExecutionError.brokenPipe`, `.cannotWrite`.
  static func writeOutput(_ bytes: [UInt8]) throws {
    do throws(SystemError) {
      try WritableStream.output.write(bytes)
    } catch let failure {
      throw failure.code == EPIPE
        ? ExecutionError.brokenPipe : ExecutionError.cannotWrite("standard output", code: failure.code)
    }
  }

  /// Replaces the progress line at the bottom of the terminal; does nothing when quiet.
  func showLine(_ text: String) {
    if !isQuiet { write("\r\u{1B}[K" + redacted(text), to: .errors) }
  }

  /// Whether standard output is a terminal.
  var showsResults: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether a progress line can be shown.
  var canShowLine: Bool { !isQuiet && isatty(STDERR_FILENO) == 1 && canMoveCursor }

  /// Prints progress on standard error, unless quiet.
  func note(_ text: String) {
    if !isQuiet { write(redacted(text) + "\n", to: .errors) }
  }

  /// Prints a detail on standard error, only when verbose.
  func detail(_ text: String) {
    if isVerbose, !isQuiet { write(redacted(text) + "\n", to: .errors) }
  }

  /// Prints the line of a program that was started on standard error, even when quiet.
  func trace(_ line: String) { write(redacted(line).escapedForTerminal() + "\n", to: .errors) }

  /// Prints the output of a command on standard error, even when quiet. Each line gets its step's name as a prefix, so
  /// that a CI system finds no workflow commands at its beginning; control characters are escaped.
  func pass(_ lines: [[UInt8]], from step: String) {
    let prefix = styled("\(step.escapedForTerminal()) | ", .faint)
    let text = TerminalText(hasColor: hasColor)
    write(lines.map { prefix + text.line(of: $0) + "\n" }.joined(), to: .errors)
  }

  /// Prints diagnostics on standard error, separated by blank lines.
  func report(_ diagnostics: [Diagnostic]) {
    write(diagnostics.map { coloured($0) + "\n" }.joined(separator: "\n"), to: .errors)
    for diagnostic in diagnostics {
      if let line = markup?.annotation(of: diagnostic) { send(redacted(line) + "\n", to: .errors) }
    }
  }

  /// Prints a workflow command for the CI system on standard error, unless quiet.
  func logCommand(_ line: String) {
    if !isQuiet { send(line + "\n", to: .errors) }
  }

  /// Prints the diagnostics of `error` as warnings.
  func warn(of error: any Error) {
    report(Failure(of: error).diagnostics.map(\.asWarning))
  }

  private func coloured(_ diagnostic: Diagnostic) -> String {
    let text = wrapped(redacted(diagnostic.rendered()))
    guard hasColor, let colon = text.firstIndex(of: ":") else { return text }
    let style: Style = diagnostic.severity == .error ? .failure : .warning
    return styled(String(text[...colon]), style) + text[text.index(after: colon)...]
  }

  /// Wraps the sentences of a diagnostic at the width of the terminal; quoted file contents stay unchanged.
  private func wrapped(_ text: String) -> String {
    guard let errorWidth else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isSentence = ["error: ", "warning: ", "hint: "].contains { line.hasPrefix($0) }
      return isSentence ? String(line).wrapped(to: errorWidth, indentedBy: 2) : String(line)
    }.joined(separator: "\n")
  }

  /// Prints the text that a prompt is about on standard error, even when quiet.
  func show(_ text: String) { write(text + "\n", to: .errors) }

  /// Prompts on standard error and reads the answer.
  ///
  /// - Parameter read: Reads a line, nil at the end of input.
  /// - Returns: the answer without surrounding white space.
  /// - Throws: `Failure.declined` at the end of input, and the errors of `read`.
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

  /// Returns `text` in `style`, if colour is used.
  func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns the width from the terminal itself, otherwise from `COLUMNS`.
  private static func width(of stream: Int32, environment: [String: String]) -> Int? {
    guard isatty(stream) == 1 else { return nil }
    var size = winsize()
    if ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The flag, then NO_COLOR (no-color.org), then CLICOLOR_FORCE (bixense.com/clicolors), then the terminal.
  private static func usesColor(_ choice: ColorChoice, environment: [String: String]) -> Bool {
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

  /// Writes `text` to `stream`; write errors are ignored.
  private func write(_ text: String, to stream: WritableStream) { send(escapingLogCommands(text), to: stream) }

  /// Returns `text` with workflow commands escaped, when a CI system reads the log.
  private func escapingLogCommands(_ text: String) -> String {
    guard isReadByCI else { return text }
    return markup?.hasSectionLines == true
      ? text.withoutLogCommands().withoutSectionCommands() : text.withoutLogCommands()
  }

  private func send(_ text: String, to stream: WritableStream) {
    try? stream.write(text)
  }
}

extension Failure {
  static let declined = Failure("declined, nothing was changed", exit: .declined)
}
