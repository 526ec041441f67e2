// swift-tools-version: 5.9

import PackageDescription

let package = Package(
  name: "CoolKit",
  products: [
    .library(name: "CoolKit", targets: ["CoolKit"])
  ],
  targets: [
    .target(name: "CoolKit")
  ]
)
