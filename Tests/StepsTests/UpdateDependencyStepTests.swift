import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The update of a dependency")
struct UpdateDependencyStepTests {
  private static func package(_ version: String, of name: String = "core") -> String {
    "let package = Package(name: \"Cool\", dependencies: [.package(url: \"https://a.example/\(name)\", from: \"\(version)\")])\n"
  }

  private func planning(_ package: String) -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.files["Package.swift"] = package
    return planning
  }

  private static func step(_ package: String, _ version: Template = "1.4.0") -> UpdateDependencyStep {
    var step = UpdateDependencyStep()
    (step.package, step.version) = (Template(text: package), version)
    return step
  }

  @Test("raises the requirement in every package manifest that depends on the package")
  func raises() throws {
    var planning = planning(Self.package("1.0.0"))
    planning.world.files["Package@swift-5.9.swift"] = Self.package("1.1.0")
    planning.world.files["Package@swift-5.8.swift"] = Self.package("1.0.0", of: "other")
    let plan = try planning.plan(Self.step("Core"))
    #expect(
      plan.lines == [
        "update_dependency: write Package.swift -1 +1", "update_dependency: write Package@swift-5.9.swift -1 +1",
      ])
    #expect(plan.text(of: "Package.swift") == Self.package("1.4.0"))
    #expect(plan.text(of: "Package@swift-5.9.swift") == Self.package("1.4.0"))
  }

  @Test("changes nothing where the requirement is high enough, and says so")
  func nothing() throws {
    let plan = try planning(Self.package("1.4.0")).plan(Self.step("core"))
    #expect(plan.entries.isEmpty)
    #expect(plan.remarks == ["`core` is required at 1.4.0 or higher already"])
  }

  @Test("stops at a package that the manifest does not depend on, and at a version that SwiftPM cannot require")
  func problems() throws {
    #expect(
      try planning(Self.package("1.0.0")).failure(Self.step("cor"))
        == "error: no dependency `cor` in `Package.swift`, expected one of `core`\nhint: did you mean `core`?")
    #expect(
      try planning(Self.package("1.0.0")).failure(Self.step("core", "1.4"))
        == "error: `1.4` is not a version of three numbers, such as `1.4.0`")
  }
}
