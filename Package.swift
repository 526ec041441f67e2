// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Warnings are errors where we work on Martlet, and only there: a compiler of tomorrow must not break a user's build.
let settings: [SwiftSetting] =
  Context.environment["MARTLET_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// A module of ours: its folder below Sources has its name.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a module: what they share is in TestSupport.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: exclude,
    swiftSettings: settings)
}

/// A package of another repository, in exactly one version: from its address, or from the folder that the archive of
/// `scripts/formula` has it in, so that this archive builds without a network.
func dependency(_ url: String, exact version: Version) -> Package.Dependency {
  let folder = "\(Context.packageDirectory)/Dependencies/\(url.split(separator: "/").last ?? "")"
  return FileManager.default.fileExists(atPath: folder) ? .package(path: folder) : .package(url: url, exact: version)
}

let package = Package(
  name: "martlet",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "martlet", targets: ["martlet"]),
    .library(name: "MartletKit", targets: ["MartletKit"]),
  ],
  dependencies: [
    dependency("https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CLibGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    // What the system brings, under the same name everywhere.
    module("Libc"),
    module("Essentials"),
    module("MartletTextEditing"),
    module("MartletVersioning", ["MartletTextEditing"]),
    module("MartletChangelogs", ["MartletVersioning", "MartletTextEditing"]),
    module("MartletBuildSettings", ["MartletTextEditing"]),
    module("MartletDocuments", ["MartletTextEditing"]),
    module(
      "MartletManifests", ["MartletBuildSettings", "MartletDocuments", "MartletVersioning", "MartletTextEditing"]),
    // What others build on: no module with a C library below it.
    module(
      "MartletKit",
      ["MartletBuildSettings", "MartletChangelogs", "MartletManifests", "MartletVersioning", "MartletTextEditing"]),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CExtendedAttributes"),
    module("Processes", ["CSpawn", "Libc"]),
    module("Archiving", ["CDeflate", "CZlib", "CZstd", "MartletVersioning", "MartletTextEditing"]),
    module("GitObjects", ["CDeflate", "CZlib", "MartletVersioning", "MartletTextEditing", "Libc"]),
    module(
      "Git", ["Archiving", "CLibGit2", "GitObjects", "Processes", "MartletVersioning", "MartletTextEditing", "Libc"]),
    .systemLibrary(name: "CCurl"),
    module("HTTP", ["CCurl", "Processes", "MartletTextEditing", "Essentials", "Libc"]),
    module("Forges", ["HTTP", "MartletChangelogs", "MartletVersioning", "MartletTextEditing", "Essentials"]),
    module("Announcing", ["HTTP", "Lanes", "MartletTextEditing", "Essentials"]),
    module("Importing", ["MartletDocuments", "MartletVersioning", "MartletTextEditing"]),
    .target(
      name: "Pipelines", dependencies: ["MartletDocuments", "Mustache", "MartletVersioning", "MartletTextEditing"],
      resources: [.embedInCode("Templates")], swiftSettings: settings),
    module("Lanes", ["Archiving", "CYaml", "Pipelines", "MartletVersioning", "MartletTextEditing"]),
    module(
      "Execution",
      [
        "CExtendedAttributes", "Announcing", "Lanes", "Pipelines", "Git", "Archiving", "Forges", "HTTP", "Processes",
        "MartletVersioning",
        "MartletTextEditing", "Essentials",
        "Libc",
      ]),
    module(
      "Commands",
      [
        "Steps", "Archiving", "Environments", "Execution", "Lanes", "Pipelines", "Git", "Processes", "MartletManifests",
        "MartletBuildSettings",
        "MartletChangelogs", "MartletVersioning", "MartletTextEditing", "Essentials", "Libc",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "martlet", dependencies: ["Commands", "Libc"], swiftSettings: settings),
    module("Mustache"),
    .target(
      name: "Templates", dependencies: ["Mustache"], path: "templates",
      exclude: ["version-numbers.yml"],
      resources: [
        .embedInCode("Releasefile.mustache"), .embedInCode("Notes.mustache"),
        .embedInCode("Announcement.mustache"), .embedInCode("ShortAnnouncement.mustache"),
        .embedInCode("EnvironmentConfiguration.swift.mustache"),
        .embedInCode("EnvironmentConfiguration.plist.mustache"), .embedInCode("EnvironmentConfiguration.json.mustache"),
        .embedInCode("EnvironmentConfiguration.env.mustache"),
        .embedInCode("EnvironmentConfiguration.xcconfig.mustache"), .embedInCode("ConfigurationMatrix.html.mustache"),
      ], swiftSettings: settings),
    module(
      "Environments",
      ["MartletBuildSettings", "MartletDocuments", "Lanes", "Mustache", "Templates", "MartletTextEditing"]),
    module(
      "Steps",
      [
        "Archiving", "MartletBuildSettings", "MartletChangelogs", "MartletDocuments", "Environments", "Importing",
        "Lanes", "MartletManifests",
        "Pipelines", "Templates", "MartletVersioning", "MartletTextEditing",
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["HTTP", "Lanes", "MartletManifests", "Processes", "MartletVersioning", "MartletTextEditing"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests(of: "MartletTextEditing"),
    tests(of: "MartletVersioning"),
    tests(of: "Processes", ["Libc"]),
    tests(of: "Archiving", ["MartletVersioning"]),
    tests(of: "GitObjects", ["MartletVersioning"]),
    tests(of: "Git", ["Archiving", "GitObjects", "Processes", "MartletTextEditing", "MartletVersioning"]),
    tests(of: "MartletChangelogs", ["Processes", "MartletVersioning", "MartletTextEditing"]),
    tests(of: "MartletBuildSettings", ["MartletTextEditing"]),
    tests(of: "MartletDocuments", ["MartletTextEditing"]),
    tests(of: "MartletManifests", ["MartletBuildSettings", "MartletVersioning", "MartletTextEditing"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["TestSupport", "Steps", "Lanes", "MartletManifests", "MartletTextEditing"],
      swiftSettings: settings),
    tests(of: "HTTP", ["MartletTextEditing"]),
    tests(of: "Forges", ["HTTP", "Processes", "MartletTextEditing"]),
    tests(of: "Announcing", ["HTTP", "Lanes", "MartletTextEditing"]),
    tests(of: "Importing", ["Steps", "MartletManifests", "Lanes", "MartletVersioning", "MartletTextEditing"]),
    tests(of: "Environments", ["Lanes", "Processes", "Steps", "MartletTextEditing"]),
    tests(of: "Pipelines", ["MartletTextEditing"]),
    tests(of: "Mustache"),
    tests(of: "Lanes", ["Archiving", "Pipelines", "Steps", "MartletVersioning", "MartletTextEditing"]),
    tests(
      of: "Steps",
      ["MartletChangelogs", "Lanes", "MartletManifests", "Pipelines", "MartletVersioning", "MartletTextEditing"]),
    tests(
      of: "Execution",
      [
        "Lanes", "Pipelines", "Git", "Archiving", "Forges", "HTTP", "Processes", "MartletVersioning",
        "MartletTextEditing",
        "Libc", "martlet",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["martlet", "Commands", "Pipelines", "Processes", "TestSupport", "MartletTextEditing"],
      exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "ReliabilityTests", dependencies: ["martlet", "Processes", "TestSupport"], exclude: ["README.md"],
      swiftSettings: settings),
    // The example of the library, which is a package of its own, too: built as others see the library.
    .executableTarget(
      name: "VersionTool", dependencies: ["MartletKit"], path: "Examples/VersionTool/Sources/VersionTool",
      packageAccess: false, swiftSettings: settings),
    tests(of: "MartletKit", ["MartletManifests", "Processes", "VersionTool", "martlet"]),
    .testTarget(name: "StructureTests", swiftSettings: settings),
  ]
)

// A plugin has everything that it uses built a second time, for the machine that builds. Where we work on Martlet that
// would double every build, so there `scripts/plugin` tries it, as others use it.
if Context.environment["MARTLET_STRICT"] == nil {
  package.products.append(.plugin(name: "GenerateConfiguration", targets: ["GenerateConfiguration"]))
  package.targets.append(
    .plugin(name: "GenerateConfiguration", capability: .buildTool(), dependencies: ["martlet"]))
}

// `scripts/test MODULE` builds the tests of that module only.
if let module = Context.environment["MARTLET_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != module }
}
