import Environments
import MartletCore
import TestSupport
import Testing

@Suite("The selected environment")
struct EnvironmentSelectionTests {
  private static let files = [
    "config.yml": "Common: {}\nLocal: {}\nProduction: {}\n",
    "Configuration/Shared.xcconfig": "ConfigEnvironment = Production\n",
    "Configuration/Debug.xcconfig":
      "#include \"Pods/Pods.debug.xcconfig\"\n#include \"Shared.xcconfig\"\nConfigEnvironment[config=Beta] = Local\n",
    "Configuration/Debug.LocalServer.xcconfig": "#include \"Debug.xcconfig\"\nConfigEnvironment = Local\n",
    "Configuration/Release.xcconfig": "#include \"Shared.xcconfig\"\n", "Other/Release.xcconfig": "",
    "Configuration/Empty.xcconfig": "",
  ]

  private func name(
    _ selection: EnvironmentSelection, _ declaration: String = "", variables: [String: String] = [:]
  ) -> String {
    var sample = Sample("values: config.yml\n\(declaration)", Self.files)
    sample.world.variables = variables
    return sample.failureOrResult {
      let inputs = try $0.draft().configurationInputs()
      return try selection.environment(of: Configuration(inputs), from: inputs).name
    }
  }

  @Test("is the named one")
  func named() {
    #expect(name(.named("Local")) == "Local")
    #expect(
      name(.named("local")) == """
        error: unknown environment `local`, expected one of `Local`, `Production`
        hint: did you mean `Local`?
        """)
  }

  @Test(
    "comes from the build configuration's file, found by its declared name, its own name, or as the only one with it")
  func configurations() {
    let declared = "configurations: {Release: Configuration/Release.xcconfig, Beta: Configuration/Debug.xcconfig}"
    #expect(name(.configuration("Release"), declared) == "Production")
    #expect(name(.configuration("Beta"), declared) == "Local")
    #expect(name(.configuration("Debug"), declared) == "Production")
    #expect(name(.configuration("Debug.LocalServer")) == "Local")
    #expect(
      name(.configuration("Debug"), "setting: Nope\nconfigurations: {Local: Configuration/Debug.xcconfig}") == "Local")
  }

  @Test("is refused if the build configuration's file sets none, or is unknown")
  func badConfigurations() {
    #expect(
      name(.configuration("Empty"))
        == """
        error: `ConfigEnvironment` has no value in the build configuration `Empty`, expected one of `Local`, `Production`
         --> Configuration/Empty.xcconfig:1:1
        hint: add a line `ConfigEnvironment = NAME` to `Configuration/Empty.xcconfig`, with the name of its environment
        """)
    #expect(
      name(.configuration("Release")) == """
        error: no `.xcconfig` file is known for the build configuration `Release`
        hint: name the environment with `--env`, or declare the file below `environments:` with `configurations: {Release: …}`
        """)
  }

  @Test("is set in Xcode, not in the bytes of a project, if no file of a build configuration sets it")
  func noFile() {
    let path: RelativePath = "App.xcodeproj/project.pbxproj"
    let problem = EnvironmentProblem.noSetting(
      "ConfigEnvironment", known: ["Local"], of: BuildConfigurations("Beta", target: "App"),
      Place(path: path, line: 7, column: 1))
    #expect(
      EnvironmentError([problem]).diagnostics.map(\.hint) == [
        "set `ConfigEnvironment` for the build configuration `Beta` of target `App` in Xcode, "
          + "or in its `.xcconfig` file, to one of these names"
      ])
  }

  @Test("is not set in a file that CocoaPods writes again")
  func generatedFile() {
    let path: RelativePath = "Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig"
    let problem = EnvironmentProblem.noSetting(
      "ConfigEnvironment", known: ["Local"], of: BuildConfigurations("Debug", target: "App"),
      Place(path: path, line: 1, column: 1))
    #expect(
      EnvironmentError([problem]).diagnostics.map(\.hint) == [
        "in Xcode, choose a file of yours for the build configuration `Debug` of target `App` that has "
          + "`#include \"\(path)\"` and a line `ConfigEnvironment = NAME`"
      ])
  }

  @Test("is refused with the line of an unknown name, also during a build")
  func otherEnvironment() throws {
    let files = [
      "config.yml": "Local: {}\nProduction: {}\n",
      "Debug.LocalServer.xcconfig": "SERVER = LocalServer\nConfigEnvironment = $(SERVER)\n",
    ]
    let message = """
      error: unknown environment `LocalServer` in the build configuration `Debug.LocalServer`, expected one of `Local`, `Production`
       --> Debug.LocalServer.xcconfig:1:10
      hint: did you mean `Local`?
      """
    var sample = Sample("values: config.yml", files)
    sample.world.environment = ["CONFIGURATION": "Debug.LocalServer", "ConfigEnvironment": "LocalServer"]
    for selection in [EnvironmentSelection.configuration("Debug.LocalServer"), .byVariables] {
      let outcome = sample.failureOrResult {
        let inputs = try $0.draft().configurationInputs()
        return try selection.environment(of: Configuration(inputs), from: inputs).name
      }
      #expect(outcome == message)
    }
    // A value set by hand is in no file.
    sample.world.variables["ConfigEnvironment"] = "Staging"
    let outcome = sample.failureOrResult {
      let inputs = try $0.draft().configurationInputs()
      return try EnvironmentSelection.byVariables.environment(of: Configuration(inputs), from: inputs).name
    }
    #expect(outcome == "error: unknown environment `Staging`, expected one of `Local`, `Production`")
  }

  @Test("comes from the variables of a build, then the default, then the only environment")
  func variables() {
    let build = ["CONFIGURATION": "Debug.LocalServer"]
    #expect(name(.byVariables, "default: Production", variables: build) == "Local")
    #expect(
      name(.byVariables, variables: build.merging(["ConfigEnvironment": "Production"]) { $1 }) == "Production")
    #expect(
      name(.byVariables, variables: ["MARTLET_ENVIRONMENT": "Local", "ConfigEnvironment": "Production"]) == "Local")
    #expect(name(.byVariables, "default: Local") == "Local")
    #expect(
      name(.byVariables) == """
        error: no environment is selected, expected one of `Local`, `Production`
        hint: add `--env Local`, or `default: Local` below `environments:`
        """)
  }
}

extension Sample {
  /// The result of `work`, or its error.
  func failureOrResult(_ work: (Sample) throws -> String) -> String {
    (try? work(self)) ?? failure(work)
  }
}
