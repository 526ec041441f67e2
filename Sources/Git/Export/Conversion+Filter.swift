import Processes

extension Conversion.Filter {
  /// What the program makes of `bytes`; `bytes` themselves when it fails and is not required.
  func applied(to bytes: [UInt8], at path: [UInt8]) throws(GitError) -> [UInt8] {
    let name = String(decoding: path, as: UTF8.self)
    let result: CommandResult
    let converted: [UInt8]?
    switch kind {
    case .simple:
      let quoted = "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
      result = try run(command.replacing("%f", with: quoted), reading: bytes)
      converted = result.succeeded ? Array(result.output) : nil
    case .process:
      // git starts the program once and speaks to it about one file after the other. Here each file has a program of its own,
      // which finds all that git would say in its input, and the end of it.
      result = try run(command, reading: FilterProcess.request(smudging: bytes, at: path))
      switch FilterProcess.answer(in: result.output) {
      case .contents(let contents): converted = contents
      case .unsupported: converted = isRequired ? nil : bytes
      case .failure: converted = nil
      case .unknown: throw .smudgeFailed(name, filter: self.name, output: result.errorText)
      }
    }
    if let converted { return converted }
    guard isRequired else { return bytes }
    throw .smudgeFailed(name, filter: self.name, output: result.errorText)
  }

  private func run(_ script: String, reading bytes: [UInt8]) throws(GitError) -> CommandResult {
    var order = Command("/bin/sh", ["-c", script], environment: program.environment, directory: program.directory)
    order.input = .bytes(bytes)
    order.captureLimit = .max
    order.interruption = program.interruption
    let result: CommandResult
    do {
      result = try order.run()
    } catch {
      throw .program(error)
    }
    if case .interrupted(let signal) = result.termination { throw .interrupted(signal: signal) }
    return result
  }
}
