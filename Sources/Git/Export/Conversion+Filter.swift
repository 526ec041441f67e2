import Processes

extension Conversion.Filter {
  /// Returns the output of the program for `bytes`; `bytes` if it fails and is not required.
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
      // git starts the program once for several files, one after the other. Here each file has its own process, whose
      // input contains everything that git would send, and then ends.
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
    var process = Command("/bin/sh", ["-c", script], environment: program.environment, directory: program.directory)
    process.input = .bytes(bytes)
    process.captureLimit = .max
    process.interruption = program.interruption
    return try process.result()
  }
}
