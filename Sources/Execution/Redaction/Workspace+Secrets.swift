import Lanes
import MartletCore
import Processes

extension Workspace {
  /// The maximum size of a secret in bytes.
  private static let secretLimit = 64 << 10

  /// Each program runs once, even if several plans are made, because it may prompt for a password.
  package func secret(printedBy words: [String]) throws -> Secret? {
    guard runsPrograms else { return nil }
    try trust.check(.useCredential, before: "the program `\(words.first ?? "")`")
    let answer = printedSecrets[words] ?? Result { try readSecret(words) }
    printedSecrets[words] = answer
    return try answer.get()
  }

  private func readSecret(_ words: [String]) throws -> Secret {
    var command = Command(
      words.first ?? "", Array(words.dropFirst()), environment: programEnvironment, directory: root)
    // A password manager may have to prompt for a password.
    command.isInteractive = isInteractive
    command.input = isInteractive ? .inherited : .nothing
    command.streams = .capturedOutput
    command.captureLimit = Self.secretLimit + 1
    command.interruption = interruption
    let line = words.joined(separator: " ")
    let result: CommandResult
    do {
      result = try command.run()
    } catch {
      throw ExecutionError.command(line, .couldNotRun(error))
    }
    guard result.succeeded else { throw ExecutionError.command(line, .ended(result.termination, allowed: [0])) }
    guard result.output.count <= Self.secretLimit else {
      throw ExecutionError.command(line, .tooMuchOutput(limit: Self.secretLimit))
    }
    guard var text = String(validUTF8: result.output) else {
      throw ExecutionError.command(line, .outputNotText)
    }
    if text.hasSuffix("\n") { text.removeLast() }
    return Secret(text)
  }
}
