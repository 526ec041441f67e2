// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "VersionTool", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "martlet", path: "../..")],
  targets: [
    .executableTarget(name: "VersionTool", dependencies: [.product(name: "MartletKit", package: "martlet")])
  ])
