import MartletCore
import Processes
import SystemAPI

/// The guarantees of docs/recovery.md, tested on this machine: `martlet doctor --self-test`.
///
/// Each test case has a separate temporary folder with a repository and a bare one to push to, and runs this
/// executable. The user's repositories and settings are neither read nor changed.
struct SelfTest {
  private static let cases: [SelfTestCase] = [
    .names, .replace, .flush, .lock, .spawn, .deadline, .signal, .hook, .push, .undo, .crash,
  ]

  private let program: String
  private let environment: [String: String]

  /// - Parameter environment: Used only to find programs and temporary folders.
  init(environment: [String: String]) throws {
    guard let program = try? Martlet.program(in: environment) else {
      throw SelfTestFailure("cannot find the `martlet` executable")
    }
    self.program = program
    self.environment = environment
  }

  /// Returns a finding about the machine, then one for each test case.
  func findings() -> [Finding] {
    [machine] + Self.cases.map { finding(of: $0) }
  }

  private var machine: Finding {
    var system = utsname()
    uname(&system)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let names = "\(text(system.sysname)) \(text(system.release)) (\(text(system.machine)))"
    let git = try? Command("git", ["--version"], environment: environment).run().outputText
    return .ok("machine", "Martlet \(Martlet.version), \(names), \(git ?? "no git")")
  }

  private func finding(of test: SelfTestCase) -> Finding {
    do {
      let folder = try SelfTestFolder(program: program, environment: environment)
      return .ok(test.topic, try test.run(folder))
    } catch {
      return Finding.findings(test.topic, .fail, of: error).first ?? .fail(test.topic, "\(error)")
    }
  }
}

/// The test of one guarantee.
struct SelfTestCase: Sendable {
  let topic: String
  /// Returns the result as text; throws when the guarantee is violated.
  let run: @Sendable (SelfTestFolder) throws -> String
}

/// A guarantee that is violated on this machine.
struct SelfTestFailure: ExplainedError {
  private let message: String

  init(_ message: String) {
    self.message = message
  }

  /// Throws `message` unless `condition` holds.
  static func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw SelfTestFailure(message()) }
  }

  var failure: Failure { Failure(message, hint: "report it with the whole output of `martlet doctor --self-test`") }
}
