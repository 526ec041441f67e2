@testable import MartletCore
@testable import TestSupport

// What libFuzzer calls: llvm.org/docs/LibFuzzer.html.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Called once. libFuzzer itself passes over options that begin with `--`.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
  let names = TargetCatalogue.all.map { type(of: $0).name }
  if CommandLine.arguments.contains("--targets") {
    puts(names.joined(separator: "\n"))
    exit(0)
  }
  if TargetCatalogue.chosen == nil {
    tell("error: no target is named, expected `--target=` and one of \(names.joined(separator: ", "))")
    exit(64)
  }
  return 0
}

/// Called with every input. A violation ends the process, upon which libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let target = TargetCatalogue.chosen, count <= type(of: target).greatestLength else { return -1 }
  let input = Input(Array(UnsafeBufferPointer(start: data, count: count)))
  do {
    let before = Cost.soFar
    try target.check(input)
    try Cost.soFar.check(since: before)
  } catch let error as any ExplainedError {
    tell("violation: refused with \(error.diagnostics.map { $0.rendered() }.joined(separator: "\n"))")
    abort()
  } catch {
    tell("violation: \(error)")
    abort()
  }
  return 0
}

/// Writes a line to the standard error.
private func tell(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// libFuzzer's own ways to change an input, from which ours falls back to most of the time.
@_silgen_name("LLVMFuzzerMutate")
private func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Once in a while repeats a piece of the input until there is no more room: what takes time that grows with the square
/// of a length, or a level of the stack for each bracket, shows then and seldom otherwise.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
  let limit = min(limit, TargetCatalogue.chosen.map { type(of: $0).greatestLength } ?? limit)
  var random = SeededGenerator(seed: UInt64(seed))
  guard count > 0, count < limit, Int.random(in: 0..<1024, using: &random) == 0 else {
    return libFuzzerMutate(data, min(count, limit), limit)
  }
  let start = Int.random(in: 0..<count, using: &random)
  let length = Int.random(in: 1...min(24, count - start), using: &random)
  let room = limit - count
  let added = (0..<room / length * length).map { data[start + $0 % length] }
  let tail = (start + length..<count).map { data[$0] }
  for (offset, byte) in (added + tail).enumerated() { data[start + length + offset] = byte }
  return count + added.count
}
