import Foundation
import Testing

/// The places and names in ARCHITECTURE.md against the sources.
@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
  private let text: String

  init() throws {
    text = try SourceFile.text(of: "ARCHITECTURE.md")
  }

  @Test("names only existing files and folders")
  func places() {
    let places = text.matches(of: /`([A-Z]\w+\/[\w\/.]+)`/).map { String($0.output.1) }
    #expect(places.count > 10)
    #expect(
      places.filter { place in
        !["Sources", "Tests", "."].contains {
          FileManager.default.fileExists(atPath: "\(SourceFile.package.path)/\($0)/\(place)")
        }
      } == [])
  }

  @Test("names only functions, properties and cases that a type has")
  func members() throws {
    let files = try SourceFile.below("Sources")
    let members = text.matches(of: /`([A-Z]\w+)\.(\w+)(?:`|\()/).map { (String($0.output.1), String($0.output.2)) }
      .filter {
        $0.1 != "swift" && $0.1 != "example"
      }
    #expect(members.count > 5)
    let missing = try members.filter { type, member in
      let declaration = try Regex("(struct|class|enum|protocol|extension) \(type)\\b")
      let name = try Regex(member == "init" ? "\\binit\\(" : "\\b(func|var|let|case|struct|enum) \(member)\\b")
      return !files.contains { $0.code.contains(declaration) && $0.code.contains(name) }
    }
    #expect(missing.map { "\($0).\($1)" } == [])
  }
}
