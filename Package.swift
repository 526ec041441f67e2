// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Warnings are errors where we work on Martlet, and only there: a compiler of tomorrow must not break a user's build.
let settings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The modules that read and pack all files of a project: `scripts/build shipped` optimizes these for speed, the others for
/// size, which makes the program 1.7 MB smaller.
let fastModules = ["Archiving", "Git"]
let isShipped = Context.environment["MARTLET_SHIPPED"] != nil

/// A module of ours: its folder below Sources has its name. The files of its `resources` are built into the program.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources.map { .embedInCode($0) },
    swiftSettings: settings + (isShipped && !fastModules.contains(name) ? [.unsafeFlags(["-Osize"])] : []))
}

/// The built-in templates: their folder is in sight, because users read and copy them.
let templates = Target.target(
  name: "BuiltInTemplates", path: "templates",
  resources: ["announcements", "environments", "homebrew", "init", "notes", "pipelines"].map { .embedInCode($0) },
  swiftSettings: settings)

/// The tests of a module: what they share is in TestSupport.
func tests(_ name: String? = nil, of module: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name ?? "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + dependencies,
    swiftSettings: settings)
}

/// A package of another repository: from its address, or from the folder that the archive of `scripts/formula` has it in, so
/// that this archive builds without a network.
func dependency(_ url: String, from version: Version) -> Package.Dependency {
  let folder = "\(Context.packageDirectory)/Dependencies/\(url.split(separator: "/").last ?? "")"
  return FileManager.default.fileExists(atPath: folder) ? .package(path: folder) : .package(url: url, from: version)
}

let package = Package(
  name: "martlet",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "martlet", targets: ["martlet"])
  ],
  dependencies: [
    dependency("https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CLibGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // What the system brings, under the same name everywhere.
    module("SystemAPI"),
    module("MartletCore", ["CYaml"]),
    module("MartletChangelogs", ["MartletCore"]),
    module("MartletBuildSettings", ["MartletCore"], resources: ["Names"]),
    module("MartletManifests", ["MartletBuildSettings", "MartletCore"]),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CExtendedAttributes"),
    .systemLibrary(name: "CCurl"),
    module("Processes", ["CSpawn", "SystemAPI"]),
    module("HTTP", ["CCurl", "Processes", "MartletCore", "SystemAPI"]),
    module("Archiving", ["CDeflate", "CZlib", "MartletCore"]),
    module("Git", ["Archiving", "CLibGit2", "Processes", "MartletCore", "SystemAPI"]),
    templates,
    module("Lanes", ["Archiving", "BuiltInTemplates", "MartletCore"]),
    module("Environments", ["BuiltInTemplates", "Lanes", "MartletBuildSettings", "MartletCore"]),
    module(
      "Steps",
      [
        "Archiving", "BuiltInTemplates", "Environments", "Lanes", "MartletBuildSettings", "MartletChangelogs",
        "MartletManifests", "MartletCore",
      ]),
    module(
      "Execution",
      [
        "Archiving", "CExtendedAttributes", "Git", "HTTP", "Lanes", "Processes", "MartletCore", "SystemAPI",
      ]),
    module(
      "Commands",
      [
        "Archiving", "BuiltInTemplates", "Environments", "Execution", "Git", "Lanes", "Processes", "Steps",
        "MartletBuildSettings", "MartletChangelogs", "MartletManifests", "MartletCore", "SystemAPI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], resources: ["Failures/FailurePages.md", "Manual/Topics"]),
    .executableTarget(name: "martlet", dependencies: ["Commands", "SystemAPI"], swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["HTTP", "Lanes", "MartletManifests", "Processes", "MartletCore"],
      path: "Tests/TestSupport", swiftSettings: settings),
    // A large folder of a module has tests of its own.
    tests("MartletTextEditingTests", of: "MartletCore"),
    tests("MartletVersioningTests", of: "MartletCore"),
    tests("MartletDocumentsTests", of: "MartletCore"),
    tests("MustacheTests", of: "MartletCore"),
    tests(of: "MartletChangelogs", ["Processes", "MartletCore"]),
    tests(of: "MartletBuildSettings", ["MartletCore"]),
    tests(of: "MartletManifests", ["MartletBuildSettings", "MartletCore"]),
    tests(of: "Processes", ["SystemAPI"]),
    tests(of: "HTTP", ["MartletCore"]),
    tests(of: "Archiving", ["MartletCore"]),
    tests(of: "Git", ["Archiving", "Processes", "MartletCore"]),
    tests("GitObjectsTests", of: "Git", ["MartletCore"]),
    tests(of: "Lanes", ["Steps", "MartletCore"]),
    tests("PipelinesTests", of: "Lanes", ["MartletCore"]),
    tests(of: "Environments", ["BuiltInTemplates", "Lanes", "Processes", "Steps", "MartletCore"]),
    tests(of: "Steps", ["Archiving", "BuiltInTemplates", "Lanes", "MartletManifests", "MartletCore"]),
    tests("ImportingTests", of: "Steps", ["Lanes", "MartletCore"]),
    tests(of: "Execution", ["Archiving", "Git", "HTTP", "Lanes", "Processes", "MartletCore", "SystemAPI", "martlet"]),
    tests("ForgesTests", of: "Execution", ["HTTP", "Lanes", "Processes", "MartletCore"]),
    tests("AnnouncingTests", of: "Execution", ["HTTP", "Lanes", "MartletCore"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "TestSupport", "BuiltInTemplates", "Steps", "Lanes", "MartletManifests", "MartletCore",
      ], swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["martlet", "Commands", "Lanes", "Processes", "TestSupport", "MartletCore"], exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "ReliabilityTests", dependencies: ["martlet", "Processes", "TestSupport"], exclude: ["README.md"],
      swiftSettings: settings),
    .testTarget(name: "StructureTests", swiftSettings: settings),
  ]
)

// A plugin has everything that it uses built a second time, for the machine that builds. Where we work on Martlet that
// would double every build, so there `scripts/packages plugin` tries it, as others use it.
if Context.environment["MARTLET_STRICT"] == nil {
  package.products.append(.plugin(name: "GenerateConfiguration", targets: ["GenerateConfiguration"]))
  package.targets.append(
    .plugin(name: "GenerateConfiguration", capability: .buildTool(), dependencies: ["martlet"]))
}

// `scripts/test MODULE` builds the tests of that module only.
if let module = Context.environment["MARTLET_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != module }
}
