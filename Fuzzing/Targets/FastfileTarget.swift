@testable import Lanes
@testable import MartletCore
@testable import Steps
@testable import TestSupport

/// A Fastfile: whatever it holds, what importing it writes is a Releasefile.
struct FastfileTarget: FuzzTarget {
  static let name = "fastfile"

  func check(_ input: Input) throws {
    guard let source = try? SourceText(path: "fastlane/Fastfile", fileBytes: input.bytes) else { return }
    let fastfile = Fastfile(source)
    let lines = ["app_store: {app: com.example.app, platform: ios}"] + fastfile.entries.flatMap(\.lines)
    let text = SourceText(path: "Releasefile", text: lines.joined(separator: "\n") + "\n")
    for line in fastfile.mixtures { _ = line.escapedForTerminal() }
    do {
      _ = try Releasefile(text, vocabulary: .standard)
    } catch let error as any ExplainedError {
      throw Violation(error.diagnostics.map { $0.rendered() }.joined(separator: "\n"))
    }
  }
}
