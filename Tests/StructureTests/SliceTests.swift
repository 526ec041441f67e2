import Testing

/// One thing, one file, one line in a list. A file without its line compiles, and is never used.
@Suite("The list of")
struct SliceTests {
  @Test(
    "values has every value of its folder",
    arguments: [
      ("forges", "MartletCore/Forges/", "MartletCore/Forges/Forge.swift"),
      ("services", "Lanes/Releasefile/Channels/Services/", "Lanes/Releasefile/Channels/AnnouncementChannel.swift"),
      ("CI systems", "Lanes/Pipelines/Systems/", "Lanes/Pipelines/CISystem.swift"),
    ])
  func values(_ name: String, _ folder: String, _ list: String) throws {
    let declared = try SourceFile.below("Sources").filter {
      $0.path.hasPrefix("Sources/\(folder)") && $0.path != "Sources/\(list)"
    }.flatMap { file in file.code.matches(of: /package static let (\w+) =\s/).map { String($0.output.1) } }
    let text = try SourceFile.text(of: "Sources/\(list)")
    let all = try #require(text.firstMatch(of: /static let all: \[\w+\] = \[([^\]]*)\]/)).output.1
    let listed = all.matches(of: /\.(\w+)/).map { String($0.output.1) }
    #expect(declared.count > 1)
    #expect(Set(declared).subtracting(listed).sorted() == [], "\(name) that are not in \(list)")
  }

  @Test("steps has every step of a Releasefile")
  func steps() throws {
    // Those of commands, and protocols.
    let others: Set = [
      "ChangeAddStep", "ImportStep", "InitEnvironmentsStep", "InitStep", "InterfaceVerdictStep", "PipelineStep",
      "TreeStep", "VerifyReleaseStep",
    ]
    let text = try SourceFile.text(of: "Sources/Steps/StandardSteps.swift")
    let names = try SourceFile.below("Sources").filter { $0.module == "Steps" }.map(\.stem).filter {
      $0.hasSuffix("Step")
    }
    #expect(names.filter { !others.contains($0) && !text.contains("\($0).self") } == [])
  }

  @Test("effects has every value")
  func effects() throws {
    let values = try SourceFile.below("Sources").filter { $0.path.hasPrefix("Sources/Lanes/Effects/") }.flatMap {
      $0.code.matches(of: /(?:struct|extension) (\w+): EffectValue\b/).map { String($0.output.1) }
    }
    let list = try SourceFile.text(of: "Sources/Lanes/Effects/Effect.swift")
    #expect(values.count > 10)
    #expect(values.filter { !list.contains("\($0)(") && !list.contains("(\($0))") } == [])
  }

  @Test("manifests has every format")
  func manifests() throws {
    let text = try SourceFile.text(of: "Sources/MartletManifests/Catalogue/ManifestCatalogue.swift")
    let names = try SourceFile.below("Sources").filter { $0.path.hasPrefix("Sources/MartletManifests/") }.map(\.stem)
    #expect(
      names.filter {
        $0.hasSuffix("Manifest") && $0 != "Manifest" && !text.contains("\($0).self")
      }
        == [])
  }
}
