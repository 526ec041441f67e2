// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "ConfigPackage", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "martlet", path: "../..")],
  targets: [
    .executableTarget(
      name: "ConfigPackage", plugins: [.plugin(name: "GenerateConfiguration", package: "martlet")])
  ])
