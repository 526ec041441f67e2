import Processes

extension Conversion.Filter {
  /// What the program makes of `bytes`; `bytes` themselves when it fails and is not required.
  func applied(to bytes: [UInt8], at path: [UInt8]) throws(GitError) -> [UInt8] {
    let name = String(decoding: path, as: UTF8.self)
    let script = command.replacing(
      "%f", with: "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'")
    var order = Command("/bin/sh", ["-c", script], environment: program.environment, directory: program.directory)
    order.input = .bytes(bytes)
    order.captureLimit = .max
    let result: CommandResult
    do {
      result = try order.run()
    } catch {
      throw .program(error)
    }
    if result.succeeded { return Array(result.output) }
    guard isRequired else { return bytes }
    throw .smudgeFailed(name, filter: self.name, output: result.errorText)
  }
}
