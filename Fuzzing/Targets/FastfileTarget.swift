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
    let body = fastfile.translated()
    let text = SourceText(path: "Releasefile", text: body.lines.joined(separator: "\n") + "\n")
    for note in body.notes { _ = note.description.escapedForTerminal() }
    do {
      _ = try Releasefile(text, vocabulary: .standard)
    } catch let error as any ExplainedError {
      throw Violation(error.diagnostics.map { $0.rendered() }.joined(separator: "\n"))
    }
  }
}
